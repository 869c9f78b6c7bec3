import { useActorRef } from '@xstate/react';
import { type StageName, stageFor, stages } from '#machines/domain/box/stages.ts';
import { boxStateOf } from '#machines/domain/box/states.ts';
import { factsOf } from '#machines/flows/boxes/box.selectors.ts';
import {
  type SheetCard as Card,
  apartCardsOf,
  cleanCardsOf,
  isTicked,
} from '#machines/flows/review/contact-sheet.machine.ts';
import { failedToLoad, isForbidden, problemOf } from '#machines/flows/steps/result.ts';
import { accountOfBox } from '#machines/flows/expenses/expense-facts.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { contactSheet } from './contact-sheet.actors.ts';
import { Session } from '../../app/SessionProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ReasonList } from '../../ui/fields/ReasonList.tsx';
import { StickyBar } from '../../ui/layout/StickyBar.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import { linkTo, pathTo } from '../../app/screens/paths.ts';
import { useIdParam } from '../../app/screens/use-id-param.ts';
import { BoxPage } from '../boxes/BoxPage.tsx';
import { ApprovalBar, hasApprovalBar } from './ApprovalBar.tsx';
import { SheetCard, SheetCards } from './SheetCards.tsx';

export interface ContactSheetViewProps {
  /** A stage of the reviewer. */
  stage: StageName;
  /** The flow with the bodies of its actors. */
  machine?: typeof contactSheet;
}

/** The receipts of a box: those without anomaly are approved at once, the others stand apart. */
export default function ContactSheetView({ stage, machine = contactSheet }: ContactSheetViewProps) {
  const idCaja = useIdParam('idCaja');
  const actor = Session.useSelector(actorOf);
  const { sender, box } = stages[stage];
  const sheet = useActorRef(machine, { input: { actor, key: { sender, id_caja: idCaja } } });
  const snapshot = useSnapshot(sheet);
  const facts = factsOf(snapshot);
  const active = facts?.box.active;
  const { expense } = stages[stageFor(sender, active === undefined ? active : boxStateOf(active))];
  const [clean, apart] = [cleanCardsOf(snapshot), apartCardsOf(snapshot)];
  const seen =
    ({ row: { id } }: Card) =>
    () =>
      sheet.send({ type: 'SEEN', id_gasto: id });
  return (
    <BoxPage
      back={linkTo(box, { idCaja })}
      facts={facts}
      account={accountOfBox(facts)}
      failed={failedToLoad(snapshot)}
      forbidden={isForbidden(snapshot)}
      problem={problemOf(snapshot)}
      onRetry={() => sheet.send({ type: 'RETRY' })}
    >
      {clean.length === 0 ? (
        <EmptyState title="No queda ningún gasto sin novedad por aprobar." />
      ) : (
        <SheetCards title={`Sin novedad (${clean.length})`}>
          {clean.map((card) => {
            const event = { type: 'TICK', id_gasto: card.row.id } as const;
            return (
              <SheetCard
                key={card.row.id}
                row={card.row}
                onSeen={seen(card)}
                tick={{
                  checked: isTicked(snapshot, card.row.id),
                  disabled: !snapshot.can(event),
                  onTurn: () => sheet.send(event),
                }}
              />
            );
          })}
        </SheetCards>
      )}
      {apart.length === 0 ? null : (
        <SheetCards title={`Aparte, uno por uno (${apart.length})`}>
          {apart.map((card) => (
            <SheetCard key={card.row.id} row={card.row} onSeen={seen(card)}>
              <ReasonList lines={card.motivos.map(({ mensaje }) => mensaje)} />
              <TextLink to={pathTo(expense, { idCaja, idGasto: card.row.id })}>
                {`Revisar el recibo ${card.row.recibo}`}
              </TextLink>
            </SheetCard>
          ))}
        </SheetCards>
      )}
      {hasApprovalBar(snapshot) && (
        <StickyBar>
          <ApprovalBar sheet={sheet} box={pathTo(box, { idCaja })} />
        </StickyBar>
      )}
    </BoxPage>
  );
}
