import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { ArrowRight } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { PendingItem } from '#contract/calls/pending.calls.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { pageOf } from '#machines/flows/steps/result.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { pendingPath } from '../../app/screens/pending-paths.ts';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { hearsSingleKeys, useKeys } from '../../ui/layout/use-keys.ts';
import { pendingItems } from './box-lists.tsx';

/** 'Mayorista Pereira · n.º 5' */
export const placeOf = ({ tienda, consecutivo }: PendingItem): string =>
  consecutivo === null ? tienda : `${tienda} · n.º\u00a0${consecutivo}`;

/** The way to what has waited longest, also by the key J; nothing where nothing waits. */
export function NextLink({ item }: { item: PendingItem | undefined }) {
  const { profile } = Session.useSelector(actorOf);
  const navigate = useNavigate();
  const to = item && pendingPath(item, profile);
  useKeys(({ key, ctrlKey, altKey, metaKey }, isTyping) => {
    if (to === undefined || isTyping || ctrlKey || altKey || metaKey) return false;
    if (key.toLowerCase() !== 'j' || !hearsSingleKeys()) return false;
    void navigate(to);
    return true;
    // Beside an expense the same key leads to the next one of its box.
  }, true);
  if (item === undefined || to === undefined) return null;
  return (
    <LinkButton to={to} icon={ArrowRight}>
      <chakra.span minW="0" truncate>{`Siguiente: ${placeOf(item)}`}</chakra.span>
      <chakra.span whiteSpace="pre">{' (J)'}</chakra.span>
    </LinkButton>
  );
}

/** The same where the list of what waits is not on the screen; asks for its first row. */
export function NextPending({ machine = pendingItems }: { machine?: typeof pendingItems }) {
  const [snapshot] = useActor(machine, { input: { query: { pagina: 1, limite: 1 } } });
  return <NextLink item={pageOf(snapshot).rows[0]} />;
}
