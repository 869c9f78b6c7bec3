import { IconButton } from '@chakra-ui/react/button';
import { Anchor, type LinkTarget } from './Anchor.tsx';
import { HintBubble, useHint } from '../overlay/HintBubble.tsx';
import type { Icon } from '../layout/Icon.ts';
import { paletteOf } from '../feedback/tone.ts';

type IconLinkProps = LinkTarget & {
  label: string;
  icon: Icon;
  tone?: 'neutral' | 'primary';
  size?: 'sm' | 'md';
  /** The whole row of a dense table leads there too; then nothing pops up over it. */
  ofRow?: boolean;
  /** Called once the link was followed. */
  onFollow?: () => void;
};

/** A link that is an icon; its label is its name and its tooltip. */
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
