import { LABEL_SIZE, type Label } from '@stowage/contract/labels/labels';
import { type LabelText, layOut } from './layout/label-layout.ts';

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;

/** One label as printed: black on white in every theme, in points, so that the preview has the paper's size. */
export function LabelFace({ label }: { label: Label }) {
  const { bars, texts } = layOut(label);
  const { width, height } = LABEL_SIZE;
  return (
    <svg
      role="img"
      aria-label={`Label ${'caseId' in label ? `of case ${label.caseId}` : label.code}`}
      viewBox={`0 0 ${width} ${height}`}
      className="block max-w-none shrink-0 bg-white"
      style={{ width: `${width}pt`, height: `${height}pt` }}
    >
      {bars.map(({ x, y, width: barWidth, height: barHeight }) => (
        <rect key={x} x={x} y={y} width={barWidth} height={barHeight} fill="#000" />
      ))}
      {texts.map((text) => (
        <Text key={`${text.x} ${text.y}`} {...text} />
      ))}
    </svg>
  );
}

function Text({ text, x, y, size, align, font, isBold }: LabelText) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight={isBold ? 700 : 400}
      textAnchor={ANCHORS[align]}
      fill="#000"
      className={font === 'mono' ? 'font-mono' : 'font-sans'}
    >
      {text}
    </text>
  );
}
