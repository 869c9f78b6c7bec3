import type { StageName } from '#machines/domain/box/stages.ts';
import ReviewBoxView from '#src/features/boxes/ReviewBoxView.tsx';
import type { BoxSendViewProps } from '#src/features/boxes/SendBar.tsx';

/** The screen of a box as the table of screens shows it for a stage. */
export const reviewBoxAt = (stage: StageName) => (props: BoxSendViewProps) => (
  <ReviewBoxView stage={stage} {...props} />
);
