import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import { Anchor, type LinkTarget } from './Anchor.tsx';
import type { Icon } from '../layout/Icon.ts';
import { paletteOf } from '../feedback/tone.ts';

type LinkButtonProps = LinkTarget & {
  children: ReactNode;
  icon?: Icon;
  tone?: 'primary' | 'neutral' | 'danger';
  variant?: 'solid' | 'outline' | 'ghost';
  size?: 'xs' | 'sm' | 'md' | 'lg';
  fullWidth?: boolean;
  /** Called once the link was followed (a download). */
  onFollow?: (() => void) | undefined;
};

/** A link that looks like a button. */
export function LinkButton({
  children,
  icon: IconOfLink,
  tone = 'primary',
  variant = 'solid',
  size = 'md',
  fullWidth = false,
  onFollow,
  ...target
}: LinkButtonProps) {
  return (
    <Button
      asChild
      colorPalette={paletteOf[tone]}
      variant={variant}
      size={size}
      width={fullWidth ? 'full' : undefined}
      onClick={onFollow}
    >
      <Anchor {...target}>
        {IconOfLink ? <IconOfLink aria-hidden="true" /> : null}
        {children}
      </Anchor>
    </Button>
  );
}
