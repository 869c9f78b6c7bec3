import { chakra } from '@chakra-ui/react/styled-system';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useSelector } from '@xstate/react';
import { ArrowLeft, ArrowRight, Keyboard } from 'lucide-react';
import { type ComponentType, useMemo, useState } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import { type StageName, stages } from '#machines/domain/stages.ts';
import type { cockpitMachine } from '#machines/flows/decisions/cockpit.machine.ts';
import { deedOf } from '#machines/flows/decisions/cockpit-keys.ts';
import { nextOf, placeOf, rowOf, rowsOf } from '#machines/flows/decisions/cockpit.selectors.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { isLoading } from '#machines/flows/flow.selectors.ts';
import { cockpit as boxCockpit } from '../../actors/cockpit.actors.ts';
import { hearsSingleKeys, storeSingleKeys } from '../../actors/single-keys.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Page } from '../../components/Page.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { labelOf } from '../../screens/labels.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import type { BoxSendMachine } from '../boxes/use-box-send.ts';
import type { AnyDecision } from './any-decision.ts';
import { type AnyCockpit, CockpitContext, useCockpitPlace } from './cockpit-context.ts';
import { CockpitHelp } from './CockpitHelp.tsx';
import { CockpitList } from './CockpitList.tsx';
import { CockpitDecision } from './CockpitDecision.tsx';
import { expenseTitle } from './expense-title.ts';
import { ReceiptPane } from './ReceiptPane.tsx';
import { useCockpit } from './use-cockpit.ts';

export interface CockpitProps {
  stage: StageName;
  machine: DecisionMachine;
  /** The flow of the box with the bodies of its actors. */
  box?: typeof cockpitMachine;
  /** The flow that sends the box, likewise. */
  boxSend?: BoxSendMachine;
  /** Its facts and its decision, once it is there. */
  form: ComponentType<{ decision: AnyDecision; expense: Expense; stage: StageName }>;
}

/** The decision on an expense beside its receipt and the other expenses of its box. */
export function Cockpit(props: CockpitProps) {
  return <CockpitOfBox key={useIdParam('idCaja')} {...props} />;
}

function CockpitOfBox({ stage, machine, box = boxCockpit, boxSend, form }: CockpitProps) {
  const { cockpit, id_gasto, pathOf, back } = useCockpit(stage, box);
  const [showsReceipt, setShowsReceipt] = useState(false);
  const [singleKeys, keepSingleKeys] = useState(hearsSingleKeys);
  const setSingleKeys = (on: boolean) => {
    storeSingleKeys(on);
    keepSingleKeys(on);
  };
  const row = useSelector(cockpit, rowOf);
  const loading = useSelector(cockpit, isLoading);
  const hasList = row !== null || loading;
  const place = {
    cockpit,
    pathOf,
    back,
    boxSend,
    singleKeys,
    setSingleKeys,
    hasReceipt: hasList,
    showsReceipt,
    toggleReceipt: () => setShowsReceipt(!showsReceipt),
  };
  return (
    <CockpitContext value={place}>
      <Page
        dense
        title={labelOf(stages[stage].expense)}
        tab={row === null ? undefined : expenseTitle(row)}
        subtitle={row?.tienda}
        back={back}
        actions={<Steps cockpit={cockpit} />}
      >
        <chakra.div css={layout} data-list={hasList || undefined} data-stage={stage}>
          {hasList ? (
            <>
              <CockpitList />
              <ReceiptPane />
            </>
          ) : null}
          <CockpitDecision key={id_gasto} stage={stage} machine={machine} form={form} />
        </chakra.div>
      </Page>
    </CockpitContext>
  );
}

/** Which expense it is, the way to its neighbours, and the keys. */
function Steps({ cockpit }: { cockpit: AnyCockpit }) {
  const [helps, setHelps] = useState(false);
  const { singleKeys } = useCockpitPlace();
  const place = useSelector(cockpit, placeOf);
  const row = useSelector(cockpit, rowOf);
  const [first, last] = useSelector(
    cockpit,
    (snapshot) => {
      const isFirst = rowsOf(snapshot)[0]?.id === snapshot.context.id_gasto;
      return [isFirst, nextOf(snapshot) === null] as const;
    },
    (one, other) => one.join() === other.join(),
  );
  const deeds = useMemo(
    () => ({
      next: () => cockpit.send({ type: 'NEXT' }),
      previous: () => cockpit.send({ type: 'PREVIOUS' }),
      help: () => setHelps(true),
    }),
    [cockpit],
  );
  useKeys((event, isTyping) => {
    const deed = deedOf(event, isTyping || !singleKeys);
    if (deed === null || !Object.hasOwn(deeds, deed)) return false;
    deeds[deed as keyof typeof deeds]();
    return true;
  });
  return (
    <chakra.div display="flex" alignItems="center" gap="1">
      {place === '' ? null : (
        <>
          <IconButton
            label="Gasto anterior (K)"
            icon={ArrowLeft}
            reasons={first ? ['Es el primer gasto de la caja.'] : []}
            onClick={deeds.previous}
          />
          <chakra.span textStyle="sm" fontWeight="semibold" whiteSpace="nowrap">
            {place}
          </chakra.span>
          <IconButton
            label="Siguiente gasto (J)"
            icon={ArrowRight}
            reasons={last ? ['Es el último gasto de la caja.'] : []}
            onClick={deeds.next}
          />
          <VisuallyHidden role="status">
            {`Gasto ${place}: ${row?.proveedor_nombre}, ${row?.valor_f}`}
          </VisuallyHidden>
        </>
      )}
      <IconButton label="Atajos de teclado (?)" icon={Keyboard} onClick={deeds.help} />
      <CockpitHelp open={helps} onClose={() => setHelps(false)} />
    </chakra.div>
  );
}

/** From 1280 px side by side, each part with a scroll of its own; below, one after another. */
const layout = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: { base: '4', xl: '3' },
  minH: '0',
  xl: {
    gridTemplateRows: 'minmax(0, 1fr)',
    '&[data-list]': { gridTemplateColumns: '12.5rem minmax(0, 1fr) 20.5rem' },
    '&[data-list][data-stage=accounting]': {
      gridTemplateColumns: '11rem minmax(0, 7fr) minmax(0, 8fr)',
    },
    '& > *': { minH: '0' },
    '& > form': { display: 'flex', flexDirection: 'column', gap: '3' },
  },
} as const;
