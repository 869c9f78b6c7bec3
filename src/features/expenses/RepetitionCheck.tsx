import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { repetitionQuestion } from '#machines/flows/expenses/expense-entry.form.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { repetitionCheck } from './comparison.actors.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { keepInSight } from '../../ui/layout/keep-in-sight.ts';
import { TextLink } from '../../ui/fields/TextLink.tsx';
import { pathTo } from '../../app/screens/paths.ts';
import type { ExpenseFormValues } from './expense-form.ts';

interface RepetitionCheckProps {
  id_tienda: number;
  /** The expense that this one records again or corrects. */
  origen: number | null;
  /** The fields by which an expense is compared: each is asked about when it is left. */
  children: ReactNode;
}

/** Says, before it is saved, that an expense repeats another one. It blocks nothing, and without an answer says nothing. */
export function RepetitionCheck({ id_tienda, origen, children }: RepetitionCheckProps) {
  const { values } = useFormikContext<ExpenseFormValues>();
  const question = repetitionQuestion(values, id_tienda, origen);
  const [snapshot, send] = useActor(repetitionCheck, { input: { key: question } });
  const { avisos, repetidos } = dataOf(snapshot) ?? { avisos: [], repetidos: [] };
  return (
    <chakra.div
      display="grid"
      gap={{ base: '4', md: '5' }}
      minW="0"
      onBlur={() => send({ type: 'ASK', key: question })}
    >
      {children}
      {avisos.length === 0 ? null : (
        // Not behind the bar that saves.
        <chakra.div ref={keepInSight} scrollMarginBottom="7rem">
          <InlineAlert tone="warning" title="Este gasto puede estar repetido" reasons={avisos}>
            {repetidos.map((idGasto) => (
              <TextLink key={idGasto} href={`/#${pathTo('detalleGasto', { idGasto })}`} newTab>
                Ver el otro gasto
              </TextLink>
            ))}
          </InlineAlert>
        </chakra.div>
      )}
    </chakra.div>
  );
}
