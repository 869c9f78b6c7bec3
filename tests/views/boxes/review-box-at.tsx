import type { StageName } from '#machines/domain/stages/stages.ts';
import ReviewBoxView from '#src/features/boxes/ReviewBoxView.tsx';
import type { BoxSendViewProps } from '#src/features/boxes/SendBar.tsx';

/** The review screen of a box for one stage, as in the table of screens. */
export const reviewBoxAt = (stage: StageName) => (props: BoxSendViewProps) => (
  <ReviewBoxView stage={stage} {...props} />
);
