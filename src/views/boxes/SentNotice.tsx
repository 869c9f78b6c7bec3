import { InlineAlert } from '../../components/InlineAlert.tsx';
import { useNoticed } from '../../screens/use-destination.ts';

/** Outcome of the send that led to a list. */
export function SentNotice() {
  const { message } = useNoticed();
  return message === undefined ? null : <InlineAlert tone="success">{message}</InlineAlert>;
}
