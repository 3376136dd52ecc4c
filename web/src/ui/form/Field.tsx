import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';

interface Surroundings {
  readonly label: string;
  readonly hint?: ReactNode;
  /** An empty text marks the field only: the message is elsewhere. */
  readonly error?: string | undefined;
  /** `bench` can be read from two meters. */
  readonly size?: 'normal' | 'bench';
  /** Called with the new value, for a field that needs nothing else of the event. */
  readonly onText?: (text: string) => void;
}

const BOX = 'w-full rounded-md border bg-surface text-ink placeholder:text-muted disabled:bg-sunken disabled:text-muted';
const SIZES = { normal: 'min-h-9 px-3', bench: 'min-h-13 px-4 text-bench' } as const;

interface TextFieldProps extends Surroundings, Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** Shown inside the box at its end. */
  readonly adornment?: ReactNode;
}

/** A text input with its label, hint and error, linked for screen readers. */
export function TextField({ label, hint, error, size = 'normal', adornment, className = '', onText, ...input }: TextFieldProps) {
  const field = useField(input.id, hint, error, onText);
  return (
    <FieldFrame {...{ label, hint, error, field }}>
      <span className="relative block">
        <input {...input} {...field.attributes} className={`${BOX} ${SIZES[size]} ${error !== undefined ? 'border-bad' : 'border-edge'} ${className}`} />
        {adornment !== undefined && <span className="absolute inset-y-0 right-1 flex items-center">{adornment}</span>}
      </span>
    </FieldFrame>
  );
}

interface SelectFieldProps<Value extends string> extends Omit<Surroundings, 'onText'>, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Called with the chosen value, for a field that needs nothing else of the event. */
  readonly onText?: (value: Value) => void;
}

export function SelectField<Value extends string>({ label, hint, error, size = 'normal', options, onText, ...select }: SelectFieldProps<Value>) {
  const choose = (text: string) => {
    const chosen = options.find(({ value }) => value === text);
    if (chosen !== undefined) onText?.(chosen.value);
  };
  const field = useField(select.id, hint, error, onText && choose);
  return (
    <FieldFrame {...{ label, hint, error, field }}>
      <select {...select} {...field.attributes} className={`${BOX} ${SIZES[size]} ${error !== undefined ? 'border-bad' : 'border-edge'}`}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface TextAreaFieldProps extends Surroundings, TextareaHTMLAttributes<HTMLTextAreaElement> {}

/** A text area with its label, hint and error. */
export function TextAreaField({ label, hint, error, size: _size, onText, ...area }: TextAreaFieldProps) {
  const field = useField(area.id, hint, error, onText);
  return (
    <FieldFrame {...{ label, hint, error, field }}>
      <textarea {...area} {...field.attributes} className={`${BOX} px-3 py-2 ${error !== undefined ? 'border-bad' : 'border-edge'}`} />
    </FieldFrame>
  );
}

type FieldIds = ReturnType<typeof useField>;

function useField(given: string | undefined, hint: ReactNode, error: string | undefined, onText: Surroundings['onText']) {
  const made = useId();
  const id = given ?? made;
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const change = onText && { onChange: ({ target }: { target: { value: string } }) => onText(target.value) };
  return { id, attributes: { id, 'aria-invalid': error !== undefined || undefined, 'aria-describedby': described || undefined, ...change } };
}

interface FieldFrameProps extends Surroundings {
  readonly field: FieldIds;
  readonly children: ReactNode;
}

function FieldFrame({ label, hint, error, field, children }: FieldFrameProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <label htmlFor={field.id} className="font-medium">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${field.id}-hint`} className="text-[13px] text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${field.id}-error`} className="font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
