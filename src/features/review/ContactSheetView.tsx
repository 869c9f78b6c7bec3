import { Heading } from '@chakra-ui/react/heading';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef } from '@xstate/react';
import { FileX2 } from 'lucide-react';
import { type ReactNode, memo, useDeferredValue, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import { type StageName, stageFor, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf } from '#machines/domain/stages/states.ts';
import {
  accountOfBox,
  approvedInPass,
  expenseRowsOf,
  factsOf,
} from '#machines/flows/boxes/box.selectors.ts';
import {
  type SheetCard as Card,
  apartCardsOf,
  cleanCardsOf,
  contactSheetMachine,
  isTicked,
} from '#machines/flows/review/contact-sheet.machine.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { failedToLoad, isForbidden, problemOf } from '#machines/flows/steps/result.ts';
import { linkTo, pathTo, receiptUrl, thumbnailUrl } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { Session } from '../../shell/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { StickyBar } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Anchor, TextLink } from '../../ui/fields/LinkButton.tsx';
import { ChoiceInput } from '../../ui/fields/RadioGroupField.tsx';
import { ReasonList } from '../../ui/fields/ReasonList.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { useLoading } from '../../ui/overlay/FileViewer.tsx';
import { withCalls } from '../../wire/with-calls.ts';
import { loadBox } from '../boxes/box.actors.ts';
import { BoxPage } from '../boxes/BoxPage.tsx';
import { storePhrases, storedPhrases } from '../drafts/drafts.ts';
import { ApprovalBar, hasApprovalBar } from './ApprovalBar.tsx';

/** Keeps the focused element clear of the bar at the bottom edge. */
const aboveTheBar = { '& :is(a, button, input)': { scrollMarginBlock: '5rem 13rem' } };

/** Section of the contact sheet: a grid of cards, two per row on phones. */
function SheetCards({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} mb="6">
      <Heading as="h2" id={id} fontSize="md" mb="2">
        {title}
      </Heading>
      <chakra.ul
        listStyleType="none"
        display="grid"
        gap={{ base: '3', md: '4' }}
        gridTemplateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(auto-fill, minmax(12rem, 1fr))',
        }}
        css={aboveTheBar}
      >
        {children}
      </chakra.ul>
    </chakra.section>
  );
}

interface SheetCardProps extends SheetPictureProps {
  /** Absent when the expense cannot be ticked. */
  tick?: { checked: boolean; disabled: boolean; onTurn: () => void };
  /** Content below the facts. */
  children?: ReactNode;
}

/** Card of one expense: receipt, value, supplier and categories. */
function SheetCard({ row, onSeen, tick, children }: SheetCardProps) {
  const id = useId();
  return (
    <chakra.li
      bg="bg.panel"
      borderWidth="2px"
      borderColor={tick?.checked ? 'teal.600' : 'border'}
      borderRadius="l2"
      overflow="hidden"
      boxShadow="card"
      // A box has up to hundreds of cards; those far from the window are not laid out.
      contentVisibility="auto"
      containIntrinsicSize="auto 17rem"
    >
      <SheetPicture row={row} onSeen={onSeen} />
      <chakra.div px="3" py="2" borderTopWidth="1px">
        {tick === undefined ? (
          <Facts row={row} />
        ) : (
          <chakra.label htmlFor={id} display="flex" gap="2" cursor="pointer">
            <ChoiceInput
              type="checkbox"
              id={id}
              mt="1.5"
              checked={tick.checked}
              disabled={tick.disabled}
              onChange={tick.onTurn}
            />
            <Facts row={row} />
          </chakra.label>
        )}
        <chakra.div textStyle="sm">{children}</chakra.div>
      </chakra.div>
    </chakra.li>
  );
}

function Facts({ row }: { row: ExpenseRow }) {
  return (
    <chakra.span display="block" minW="0">
      <chakra.span display="block" fontSize="xl" fontWeight="bold" lineHeight="1.4">
        {row.valor_f}
      </chakra.span>
      <chakra.span display="block" textStyle="sm" lineClamp={{ base: 2, md: 1 }}>
        {row.proveedor_nombre}
      </chakra.span>
      <chakra.span display="block" textStyle="sm" color="fg.muted" lineClamp={{ base: 2, md: 1 }}>
        {row.categorias}
      </chakra.span>
    </chakra.span>
  );
}

interface SheetPictureProps {
  row: ExpenseRow;
  /** Called when the picture has loaded and was visible on the screen. */
  onSeen: () => void;
}

/** Two rows of cards fill the window. */
const height = { base: '11rem', md: 'max(8rem, calc((100dvh - 32rem) / 2))' };

/** Thumbnail of a receipt; it links to the original in a new tab. */
function SheetPicture({ row, onSeen }: SheetPictureProps) {
  const { soporte, recibo } = row;
  const { status, succeed, fail, refusal, attempt, retry } = useLoading(
    soporte === null ? null : receiptUrl(soporte),
  );
  if (soporte === null || status === 'failed')
    return (
      <chakra.div
        height={height}
        display="grid"
        placeContent="center"
        justifyItems="center"
        gap="2"
        px="3"
        textAlign="center"
        textStyle="sm"
        color="fg.muted"
        bg="bg.muted"
      >
        <FileX2 aria-hidden="true" />
        {soporte === null ? 'Sin soporte' : (refusal ?? 'No se pudo mostrar el soporte')}
        {soporte === null ? null : (
          <>
            <GuardedButton size="sm" variant="outline" onClick={retry}>
              Reintentar
            </GuardedButton>
            {refusal === null ? (
              <TextLink href={receiptUrl(soporte)}>Abrir el original</TextLink>
            ) : null}
          </>
        )}
      </chakra.div>
    );
  return (
    <Anchor href={receiptUrl(soporte)}>
      <chakra.img
        key={attempt}
        src={thumbnailUrl(soporte)}
        alt={`Soporte del recibo ${recibo}`}
        loading="lazy"
        onLoad={({ currentTarget }) => {
          succeed();
          whenSeen(currentTarget, onSeen);
        }}
        onError={fail}
        display="block"
        width="full"
        height={height}
        objectFit="cover"
        objectPosition="top"
        bg="bg.muted"
      />
    </Anchor>
  );
}

/** Root margin that excludes the sticky bars at both edges: a picture behind a bar does not count as seen. */
const READ = '-64px 0px -150px 0px';

/** Calls the listener once, when 60 % of the element has been visible. */
function whenSeen(element: Element, onSeen: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onSeen();
    },
    { rootMargin: READ, threshold: 0.6 },
  );
  observer.observe(element);
}

interface SheetCardOfProps {
  sheet: ActorRefFrom<typeof contactSheetMachine>;
  row: ExpenseRow;
}

/** Memoised, as the other: a tick, or a receipt that becomes visible, changes one of up to hundreds of cards. */
const CleanCard = memo(function CleanCard({
  sheet,
  row,
  checked,
  disabled,
}: SheetCardOfProps & { checked: boolean; disabled: boolean }) {
  const send = (type: 'SEEN' | 'TICK') => () => sheet.send({ type, id_gasto: row.id });
  return (
    <SheetCard row={row} onSeen={send('SEEN')} tick={{ checked, disabled, onTurn: send('TICK') }} />
  );
});

const ApartCard = memo(function ApartCard({
  sheet,
  row,
  motivos,
  to,
}: SheetCardOfProps & Pick<Card, 'motivos'> & { to: string }) {
  return (
    <SheetCard row={row} onSeen={() => sheet.send({ type: 'SEEN', id_gasto: row.id })}>
      <ReasonList lines={motivos.map(({ mensaje }) => mensaje)} />
      <TextLink to={to}>{`Revisar el recibo ${row.recibo}`}</TextLink>
    </SheetCard>
  );
});

/** Cards that fill the first window of a desk; the others follow while the page can be used. */
const firstCards = 24;

const contactSheet = withCalls(contactSheetMachine).provide({
  actors: { loadBox },
  actions: { storePhrases: (_, phrases) => storePhrases(phrases) },
});

interface ContactSheetViewProps {
  /** One of the reviewer's stages. */
  stage: StageName;
  /** Flow with its actor implementations. */
  machine?: typeof contactSheet;
}

/** Contact sheet of a box: clean expenses are approved together, the others are listed separately. */
export default function ContactSheetView({ stage, machine = contactSheet }: ContactSheetViewProps) {
  const idCaja = useIdParam('idCaja');
  const actor = Session.useSelector(actorOf);
  const { sender, box } = stages[stage];
  const sheet = useActorRef(machine, {
    input: { actor, key: { sender, id_caja: idCaja }, phrases: storedPhrases(actor.id) },
  });
  const snapshot = useSnapshot(sheet);
  const facts = factsOf(snapshot);
  const active = facts?.box.active;
  const current = stageFor(sender, active === undefined ? active : boxStateOf(active));
  const { expense } = stages[current];
  const [clean, apart] = [cleanCardsOf(snapshot), apartCardsOf(snapshot)];
  const drawn = useDeferredValue(
    facts === null ? firstCards : Number.POSITIVE_INFINITY,
    firstCards,
  );
  return (
    <BoxPage
      back={linkTo(box, { idCaja })}
      facts={facts}
      account={accountOfBox(facts)}
      inPass={facts && approvedInPass(expenseRowsOf(facts.rows), facts.box.active, current)}
      failed={failedToLoad(snapshot)}
      forbidden={isForbidden(snapshot)}
      problem={problemOf(snapshot)}
      onRetry={() => sheet.send({ type: 'RETRY' })}
    >
      {clean.length === 0 ? (
        <EmptyState title="No queda ningún gasto sin novedad por aprobar." />
      ) : (
        <SheetCards title={`Sin novedad (${clean.length})`}>
          {clean.slice(0, drawn).map(({ row }) => (
            <CleanCard
              key={row.id}
              sheet={sheet}
              row={row}
              checked={isTicked(snapshot, row.id)}
              disabled={!snapshot.can({ type: 'TICK', id_gasto: row.id })}
            />
          ))}
        </SheetCards>
      )}
      {apart.length === 0 ? null : (
        <SheetCards title={`Aparte, uno por uno (${apart.length})`}>
          {apart.slice(0, drawn).map(({ row, motivos }) => (
            <ApartCard
              key={row.id}
              sheet={sheet}
              row={row}
              motivos={motivos}
              to={pathTo(expense, { idCaja, idGasto: row.id })}
            />
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
