/** `to` is a route of the application; `href` is a document outside of it, `newTab` opens it beside the page. */
export type LinkTarget =
  | { to: string; href?: never; newTab?: never }
  | { href: string; to?: never; newTab?: boolean };
