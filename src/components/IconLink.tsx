import type { Icon } from './Icon.ts';
import type { LinkTarget } from './LinkTarget.ts';

export type IconLinkProps = LinkTarget & {
  label: string;
  icon: Icon;
  tone?: 'neutral' | 'primary';
};

/** A link that is an icon; its label is its name and its tooltip. */
export function IconLink(_props: IconLinkProps) {
  return null;
}
