import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';

/** Reasons why something cannot be done, with links to their remedy. */

/** `to` is a route of the application, `field` the name of a control on the screen. */
export type ReasonLink = { label: string; to: string } | { label: string; field: string };

interface ReasonLine {
  /** A sentence; empty when the links say everything. */
  text: string;
  links?: readonly ReasonLink[];
}

export type Reason = string | ReasonLine;

const lineOf = (reason: Reason): ReasonLine =>
  typeof reason === 'string' ? { text: reason } : reason;

export const hasLinks = (reasons: readonly Reason[]): boolean =>
  reasons.some((reason) => (lineOf(reason).links ?? []).length > 0);

/** Key of a line, unique in its list. */
export const keyOf = (reason: Reason): string => {
  const { text, links = [] } = lineOf(reason);
  return text === '' ? links.map(({ label }) => label).join(', ') : text;
};

/** All sentences in one text for screen readers; a missing full stop is added. */
export const spokenText = (reasons: readonly Reason[]): string => {
  const texts = reasons.map(keyOf);
  return texts
    .map((text, index) => (index < texts.length - 1 && !/[.!?…:]$/.test(text) ? `${text}.` : text))
    .join(' ');
};

/** Reason of a control that must wait for a running action. */
export const busyReason = 'Espere a que termine lo que está en curso.';

/** Title and lines, each with the links to its remedy; a single line needs no bullet. */
export function ReasonList({ lines, title }: { lines: readonly Reason[]; title?: string }) {
  return (
    <>
      {title ? <chakra.p fontWeight="semibold">{title}</chakra.p> : null}
      {lines.length === 1 ? (
        lines.map((line) => <ReasonText key={keyOf(line)} reason={line} />)
      ) : (
        <chakra.ul listStyleType="disc" ps="4.5" mt={title ? '1' : undefined}>
          {lines.map((line) => (
            <li key={keyOf(line)}>
              <ReasonText reason={line} />
            </li>
          ))}
        </chakra.ul>
      )}
    </>
  );
}

export function ReasonText({ reason }: { reason: Reason }) {
  const { text, links = [] } = lineOf(reason);
  return (
    <>
      {text === '' ? null : <p>{links.length > 0 ? `${text}:` : text}</p>}
      {links.length > 0 ? (
        <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" columnGap="4">
          {links.map((link) => (
            <li key={'to' in link ? link.to : link.field}>
              <RemedyLink link={link} />
            </li>
          ))}
        </chakra.ul>
      ) : null}
    </>
  );
}

/** Inherits the colour of the text; tall enough for touch. */
const look = {
  // Aligns a list bullet with the first line.
  display: 'inline-flex',
  paddingBlock: '1',
  textAlign: 'start',
  fontWeight: 'semibold',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  cursor: 'pointer',
  borderRadius: 'l1',
} as const;

function RemedyLink({ link }: { link: ReasonLink }) {
  if ('to' in link)
    return (
      <chakra.span css={{ '& > a': look }}>
        <Link to={link.to}>{link.label}</Link>
      </chakra.span>
    );
  return (
    <chakra.button type="button" css={look} onClick={() => focusField(link.field)}>
      {link.label}
    </chakra.button>
  );
}

/** Focuses the first enabled control with a name. */
function focusField(name: string) {
  const controls = [...document.getElementsByName(name)];
  controls.find((control) => !control.matches(':disabled'))?.focus();
}
