import { chakra } from '@chakra-ui/react/styled-system';
import { useMachine } from '@xstate/react';
import { useLocation } from 'react-router-dom';
import { answered, dataOf } from '#machines/flows/steps/result.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { cachedAnswersTo } from '../../wire/browser-table.ts';
import { detailFrom } from '../../wire/looking.actors.ts';

/** Stores whose expense form opens offline on this device. */
const savedForms = detailFrom(async (_key: Record<never, never>) =>
  answered(await cachedAnswersTo('/obtenerDatosTiendaCaja')),
);

/** Number of links that fit on one line. */
const SHOWN = 3;

/**
 * Links to the expense forms that this device can open offline; on such a form, only the note on offline saving.
 *
 * @param someSaved the queue bar already shows that expenses wait on this device
 */
export function FormsWithoutSignal({ someSaved }: { someSaved: boolean }) {
  const [snapshot] = useMachine(savedForms, { input: { key: {} } });
  const saved = (dataOf(snapshot) ?? []).slice(0, SHOWN);
  const isOpen = useLocation().pathname.startsWith(
    pathTo('crearGasto', { idTienda: 0 }).slice(0, -1),
  );
  const stores = isOpen ? [] : saved;
  if (saved.length === 0 || (isOpen && someSaved)) return null;
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      justifyContent="center"
      columnGap="4"
      rowGap="1"
      px="4"
      py="2"
      bg="amber.50"
      borderBottomWidth="1px"
      textStyle="sm"
    >
      <span>Los gastos que guarde quedan en este teléfono y se envían cuando haya señal.</span>
      {stores.map(({ id_tienda, tienda }) => (
        <TextLink key={id_tienda} to={pathTo('crearGasto', { idTienda: id_tienda })}>
          {`Registrar un gasto de ${tienda}`}
        </TextLink>
      ))}
    </chakra.div>
  );
}
