import type { ReactNode } from 'react';
import type { Icon } from './Icon.ts';
import type { LinkTarget } from './LinkTarget.ts';

export type TextLinkProps = LinkTarget & { children: ReactNode; icon?: Icon };

/** A link within text. */
export function TextLink(_props: TextLinkProps) {
  return null;
}
