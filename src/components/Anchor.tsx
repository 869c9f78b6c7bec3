import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import type { LinkTarget } from './LinkTarget.ts';

export type AnchorProps = LinkTarget & {
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
};

/** The bare link: a route goes through the router, a document does not. Everything else is passed on. */
export function Anchor({ to, href, newTab, download, children, ...rest }: AnchorProps) {
  if (to !== undefined) {
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={href}
      download={download}
      {...(newTab ? { target: '_blank', rel: 'noopener' } : undefined)}
      {...rest}
    >
      {children}
    </a>
  );
}
