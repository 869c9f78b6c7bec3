import { Link } from '@chakra-ui/react/link';
import type { ReactNode } from 'react';
import { Anchor, type LinkTarget } from './LinkButton.tsx';
import type { Icon } from '../feedback/tone.ts';

type TextLinkProps = LinkTarget & { children: ReactNode; icon?: Icon };

/** A link within text. */
export function TextLink({ children, icon: IconOfLink, ...target }: TextLinkProps) {
  return (
    <Link
      asChild
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
    </Link>
  );
}
