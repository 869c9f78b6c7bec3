/** Reasons why something cannot be done, with links to their remedy. */

/** `to` is a route of the application, `field` the name of a control on the screen. */
export type ReasonLink = { label: string; to: string } | { label: string; field: string };

export interface ReasonLine {
  /** A sentence; empty when the links say everything. */
  text: string;
  links?: readonly ReasonLink[];
}

export type Reason = string | ReasonLine;

export const lineOf = (reason: Reason): ReasonLine =>
  typeof reason === 'string' ? { text: reason } : reason;

export const hasLinks = (reasons: readonly Reason[]): boolean =>
  reasons.some((reason) => (lineOf(reason).links ?? []).length > 0);

/** Tells a line from the others. */
export const keyOf = (reason: Reason): string => {
  const { text, links = [] } = lineOf(reason);
  return text === '' ? links.map(({ label }) => label).join(', ') : text;
};

/** Every sentence in one text, for whoever hears it: one that ends without a stop gets one. */
export const spokenText = (reasons: readonly Reason[]): string => {
  const texts = reasons.map(keyOf);
  return texts
    .map((text, index) => (index < texts.length - 1 && !/[.!?…:]$/.test(text) ? `${text}.` : text))
    .join(' ');
};

/** Reason of what has to wait for something that is under way. */
export const busyReason = 'Espere a que termine lo que está en curso.';
