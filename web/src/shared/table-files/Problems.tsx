interface ProblemsProps {
  readonly problems: readonly string[];
  /** The address of the cell that a problem is about. */
  readonly cellOf: (problem: string) => string | undefined;
}

/** The problems of a row, each with its cell. */
export function Problems({ problems, cellOf }: ProblemsProps) {
  return (
    <ul className="grid gap-0.5">
      {problems.map((problem) => (
        <li key={problem}>
          {cellOf(problem) !== undefined && <span className="font-mono font-semibold">{cellOf(problem)} </span>}
          {problem}
        </li>
      ))}
    </ul>
  );
}
