import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import type { LinkTarget } from './LinkTarget.ts';

export type AnchorProps = LinkTarget & {
  title?: string | undefined;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
};

const beside = { target: '_blank', rel: 'noopener', title: 'Se abre en otra pestaña' } as const;

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
    <a href={href} download={download} {...(newTab ? beside : undefined)} {...rest}>
      {children}
    </a>
  );
}
