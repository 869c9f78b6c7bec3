import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { useNoticed } from '../../app/screens/use-destination.ts';

/** Outcome of the send that led to a list. */
export function SentNotice() {
  const { message } = useNoticed();
  return message === undefined ? null : <InlineAlert tone="success">{message}</InlineAlert>;
}
