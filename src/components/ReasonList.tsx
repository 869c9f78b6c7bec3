import { chakra } from '@chakra-ui/react/styled-system';

export interface ReasonListProps {
  lines: readonly string[];
  title?: string;
}

/** Title and lines inside a bubble; a single line needs no bullet. */
export function ReasonList({ lines, title }: ReasonListProps) {
  return (
    <>
      {title ? <chakra.p fontWeight="semibold">{title}</chakra.p> : null}
      {lines.length === 1 ? (
        <p>{lines[0]}</p>
      ) : (
        <chakra.ul listStyleType="disc" ps="4.5" mt={title ? '1' : undefined}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </chakra.ul>
      )}
    </>
  );
}
