import { type ButtonHTMLAttributes, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';

const LOOKS = {
  primary: 'bg-accent text-accent-ink hover:brightness-110 border-transparent',
  secondary: 'bg-surface text-ink border-edge hover:bg-sunken',
  danger: 'bg-bad text-surface border-transparent hover:brightness-110',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
} as const;

const SIZES = { small: 'min-h-8 px-2.5 text-[13px]', normal: 'min-h-9 px-3.5', bench: 'min-h-12 px-5 text-base' } as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'secondary', size = 'normal', className = '', type = 'button', disabled = false, ref, ...rest }: ButtonProps) {
  const button = useKeptFocus(disabled);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement);
  const classes = `inline-flex items-center justify-center gap-2 rounded-md border font-medium ${LOOKS[look]} ${SIZES[size]}`;
  return (
    <button ref={button} type={type} disabled={disabled} className={`${classes} disabled:opacity-55 disabled:hover:brightness-100 ${className}`} {...rest} />
  );
}

/** Returns the focus to a button that was disabled only while it was busy: browsers take the focus from disabled buttons. */
function useKeptFocus(disabled: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const element = button.current;
    // Some browsers take the focus before an effect could see it, and call no handlers while React renders.
    const onBlur = () => {
      hadFocus.current = element?.disabled === true;
    };
    element?.addEventListener('blur', onBlur);
    return () => element?.removeEventListener('blur', onBlur);
  }, []);
  useLayoutEffect(() => {
    if (disabled) {
      hadFocus.current ||= document.activeElement === button.current;
    } else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
  }, [disabled]);
  return button;
}
