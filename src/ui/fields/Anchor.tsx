import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';

/**
 * `to` is a route of the application; `href` is a document outside of it: `newTab` opens it beside the page, `download`
 * saves it under that name. `state` goes with the address.
 */
export type LinkTarget =
  | { to: string; state?: object; href?: never; newTab?: never; download?: never }
  | { href: string; to?: never; state?: never; newTab?: boolean; download?: string };

type AnchorProps = LinkTarget & {
  title?: string | undefined;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
};

/** Addresses that a browser opens; whatever else somebody may have stored, as a script, leads nowhere. */
const isOpened = (href: string): boolean => /^(https?:|blob:|\/)/i.test(href);

const beside = { target: '_blank', rel: 'noopener', title: 'Se abre en otra pestaña' } as const;

/** The bare link: a route goes through the router, a document does not. Everything else is passed on. */
export function Anchor({ to, state, href, newTab, download, children, ...rest }: AnchorProps) {
  if (to !== undefined) {
    return (
      <Link to={to} state={state} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={isOpened(href) ? href : undefined}
      download={download}
      {...(newTab ? beside : undefined)}
      {...rest}
    >
      {children}
    </a>
  );
}
