import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { TriangleAlert } from 'lucide-react';
import { hasAnomaly } from '#machines/flows/review/box-expenses.ts';
import { rowOf, rowsOf, stageOf, waitingOf } from '#machines/flows/review/cockpit.machine.ts';
import { Anchor } from '../../ui/fields/Anchor.tsx';
import { keepInSight } from '../../ui/layout/keep-in-sight.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { DecisionTrail } from '../boxes/DecisionTrail.tsx';
import { reviewBadge } from '../boxes/review-badge.ts';
import { useCockpitPlace } from './cockpit-context.ts';

/** The expenses of the box, the current one among them; not on a phone, where the steps lead through them. */
export function CockpitList() {
  const { cockpit, pathOf } = useCockpitPlace();
  const stage = useSelector(cockpit, stageOf);
  const current = useSelector(cockpit, rowOf);
  const rows = useSelector(cockpit, rowsOf);
  const waiting = useSelector(cockpit, waitingOf);
  return (
    <chakra.nav
      aria-label="Gastos de la caja"
      display={{ base: 'none', xl: 'flex' }}
      flexDirection="column"
      layerStyle="frame"
      overflow="hidden"
    >
      <chakra.p px="3" py="2" borderBottomWidth="1px" textStyle="sm" color="fg.muted">
        Por decidir:{' '}
        <chakra.strong color="fg">
          {waiting} de {rows.length}
        </chakra.strong>
      </chakra.p>
      <chakra.ol listStyleType="none" overflowY="auto" flex="1" minH="0">
        {rows.map((row) => (
          <li key={row.id}>
            <chakra.div
              ref={row === current ? keepInSight : undefined}
              data-current={row === current || undefined}
              css={expenseLook}
            >
              <Anchor to={pathOf(row.id)} {...(row === current && { 'aria-current': 'true' })}>
                <chakra.span display="block" truncate fontWeight="semibold">
                  {row.proveedor_nombre}
                </chakra.span>
                <chakra.span display="flex" justifyContent="space-between" gap="2" color="fg.muted">
                  <span>{row.recibo}</span>
                  <chakra.span color="fg" fontWeight="medium" whiteSpace="nowrap">
                    {row.valor_f}
                  </chakra.span>
                </chakra.span>
                <chakra.span display="flex" alignItems="center" gap="1.5" mt="1">
                  <StatusBadge {...reviewBadge(row, stage)} />
                  {hasAnomaly(row) ? (
                    <chakra.span color="amber.800" display="inline-flex">
                      <TriangleAlert size={16} role="img" aria-label="Con novedad" />
                    </chakra.span>
                  ) : null}
                </chakra.span>
                <DecisionTrail row={row} stage={stage} />
              </Anchor>
            </chakra.div>
          </li>
        ))}
      </chakra.ol>
    </chakra.nav>
  );
}

const expenseLook = {
  borderBottomWidth: '1px',
  borderInlineStartWidth: '3px',
  borderInlineStartColor: 'transparent',
  textStyle: 'sm',
  '&[data-current]': { bg: 'teal.50', borderInlineStartColor: 'teal.700' },
  '& a': { display: 'block', px: '2.5', py: '2', outlineOffset: '-2px' },
  '& a:hover': { bg: 'bg.subtle' },
} as const;
