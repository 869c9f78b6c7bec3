import { Button, IconButton } from '@chakra-ui/react/button';
import { Link as ChakraLink } from '@chakra-ui/react/link';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { type Icon, paletteOf } from '../feedback/tone.ts';
import { HintBubble, useHint } from '../overlay/HintBubble.tsx';

/**
 * `to` is a route of the application, `state` its navigation state; `href` is a document outside of the application. It
 * opens in another tab, also when it is saved: there the browser asks again for a document that was answered with 503,
 * whereas an attribute `download` would make it give up.
 */
type LinkTarget =
  | { to: string; state?: object; href?: never }
  | { href: string; to?: never; state?: never };

type AnchorProps = LinkTarget & {
  title?: string | undefined;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
};

/** Addresses that may be opened; any other stored address, such as a script, gets no `href`. */
const isOpened = (href: string): boolean => /^(https?:|blob:|\/)/i.test(href);

const beside = { target: '_blank', rel: 'noopener', title: 'Se abre en otra pestaña' } as const;

/** An unstyled link: a route uses the router, a document does not. Other props are passed on. */
export function Anchor({ to, state, href, children, ...rest }: AnchorProps) {
  if (to !== undefined) {
    return (
      <Link to={to} state={state} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={isOpened(href) ? href : undefined} {...beside} {...rest}>
      {children}
    </a>
  );
}

type IconLinkProps = LinkTarget & {
  label: string;
  icon: Icon;
  tone?: 'neutral' | 'primary';
  size?: 'sm' | 'md';
  /** The link covers the whole row of a dense table; it then has no tooltip. */
  ofRow?: boolean;
  onFollow?: () => void;
};

/** An icon link; its label is its accessible name and its tooltip. */
export function IconLink({
  label,
  icon: IconOfLink,
  tone = 'primary',
  size,
  ofRow = false,
  onFollow,
  ...target
}: IconLinkProps) {
  const hint = useHint<HTMLAnchorElement>();
  return (
    <>
      <IconButton
        asChild
        variant="ghost"
        size={size}
        data-row-link={ofRow ? '' : undefined}
        colorPalette={paletteOf[tone]}
        color="colorPalette.solid"
        aria-label={label}
        onClick={onFollow}
        {...(ofRow ? undefined : hint.triggerProps)}
      >
        <Anchor ref={hint.anchor} title={undefined} {...target}>
          <IconOfLink aria-hidden="true" />
        </Anchor>
      </IconButton>
      <HintBubble hint={hint}>{label}</HintBubble>
    </>
  );
}

type LinkButtonProps = LinkTarget & {
  children: ReactNode;
  icon?: Icon;
  tone?: 'primary' | 'neutral' | 'danger';
  variant?: 'solid' | 'outline' | 'ghost';
  size?: 'xs' | 'sm' | 'md' | 'lg';
  fullWidth?: boolean;
  /** The text may take several lines. */
  wraps?: boolean;
  /** The link covers the whole row of a table. */
  ofRow?: boolean;
  /** Called once the link was followed. */
  onFollow?: (() => void) | undefined;
};

export function LinkButton({
  children,
  icon: IconOfLink,
  tone = 'primary',
  variant = 'solid',
  size = 'md',
  fullWidth = false,
  wraps = false,
  ofRow = false,
  onFollow,
  ...target
}: LinkButtonProps) {
  return (
    <Button
      asChild
      {...(wraps && { height: 'auto', minH: { base: '11', md: '10' }, py: '2' })}
      colorPalette={paletteOf[tone]}
      variant={variant}
      size={size}
      width={fullWidth ? 'full' : undefined}
      maxW="full"
      data-row-link={ofRow ? '' : undefined}
      onClick={onFollow}
    >
      <Anchor {...target}>
        {IconOfLink ? <IconOfLink aria-hidden="true" /> : null}
        {children}
      </Anchor>
    </Button>
  );
}

type TextLinkProps = LinkTarget & { children: ReactNode; icon?: Icon };

export function TextLink({ children, icon: IconOfLink, ...target }: TextLinkProps) {
  return (
    <ChakraLink
      asChild
      // With an icon it stands alone: high enough for a finger.
      minH={IconOfLink && '6'}
      colorPalette="teal"
      color="teal.700"
      fontWeight="medium"
      textDecoration="underline"
      textUnderlineOffset="3px"
      textDecorationColor="teal.300"
      _hover={{ textDecorationColor: 'teal.700' }}
    >
      <Anchor {...target}>
        {IconOfLink ? <IconOfLink size={16} aria-hidden="true" /> : null}
        {children}
      </Anchor>
    </ChakraLink>
  );
}
