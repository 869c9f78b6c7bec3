/**
 * `to` is a route of the application; `href` is a document outside of it: `newTab` opens it beside the page, `download`
 * saves it under that name.
 */
export type LinkTarget =
  | { to: string; href?: never; newTab?: never; download?: never }
  | { href: string; to?: never; newTab?: boolean; download?: string };
