import { chakra } from '@chakra-ui/react/styled-system';
import { CalendarX } from 'lucide-react';
import { refusedIf } from '#contract/errors.ts';
import { absentDaysRefusals, isInForce } from '#machines/domain/people/delegation.ts';
import { daysFrom } from '#machines/domain/values/dates.ts';
import { shortDay } from '#machines/domain/values/bogota-time.ts';
import {
  type AbsenceEvent,
  type Absences,
  type AbsenceSnapshot,
  absencesOf,
  isOpen,
  noticeOf,
} from '#machines/flows/absence/absence.machine.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { dayFault } from '#machines/flows/steps/date-range.form.ts';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TitledDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ProblemAlert, formErrors } from '../../shell/problems/ProblemAlert.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';

interface AbsenceDialogProps {
  snapshot: AbsenceSnapshot;
  send: (event: AbsenceEvent) => void;
}

/** Dialog of one user's absences: lists current and planned delegations, and adds a new one. */
export function AbsenceDialog({ snapshot, send }: AbsenceDialogProps) {
  const absences = absencesOf(snapshot);
  const load = loadOf(snapshot, send);
  return (
    <TitledDialog
      title={absences === null ? 'Ausencia' : `Ausencia de ${absences.nombre}`}
      open={isOpen(snapshot)}
      size="md"
      onClose={() => send({ type: 'CLOSE' })}
    >
      {absences === null || load.failed ? (
        <LoadSection {...load} />
      ) : (
        <>
          {noticeOf(snapshot) === null ? null : (
            <InlineAlert tone="success" isResult>
              {noticeOf(snapshot)}
            </InlineAlert>
          )}
          <Agreed absences={absences} snapshot={snapshot} send={send} />
          <AbsenceForm absences={absences} snapshot={snapshot} send={send} />
        </>
      )}
    </TitledDialog>
  );
}

interface AbsencePartProps extends AbsenceDialogProps {
  absences: Absences;
}

/** Delegations in force or planned, in which the user is the absent person or the delegate. */
function Agreed({ absences, snapshot, send }: AbsencePartProps) {
  const { id_ausente, delegaciones, hoy } = absences;
  return delegaciones.length === 0 ? null : (
    <chakra.ul listStyleType="none" display="grid" gap="2">
      {delegaciones.map((one) => (
        <chakra.li
          key={one.id}
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap="2"
          p="3"
          borderWidth="1px"
          borderRadius="l2"
        >
          <span>
            <strong>{one.delegado}</strong> decide por {one.nombre}
            {isInForce(one, hoy) ? '' : ` desde el ${shortDay(one.desde, hoy)}`} hasta el{' '}
            {shortDay(one.hasta, hoy)}
          </span>
          {one.id_usuario === id_ausente ? (
            <GuardedButton
              variant="outline"
              size="sm"
              icon={CalendarX}
              waiting={isPending(snapshot)}
              onClick={() => send({ type: 'FINISH', id_delegacion: one.id })}
            >
              Terminar ya
            </GuardedButton>
          ) : null}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Form for the delegate and the days of an absence; the default is today to tomorrow. */
function AbsenceForm({ absences, snapshot, send }: AbsencePartProps) {
  const { candidatos, hoy, delega } = absences;
  const [only] = candidatos.length === 1 ? candidatos : [];
  const problem = problemOf(snapshot);
  if (delega === 0)
    return <p>En su perfil cualquier persona decide las cajas: no hace falta un reemplazo.</p>;
  return (
    <Form
      label="Nueva ausencia"
      initialValues={{ id_delegado: only?.id ?? null, desde: hoy, hasta: daysFrom(hoy, 1) }}
      validate={({ id_delegado, desde, hasta }) =>
        formErrors([
          ...refusedIf(id_delegado === null, 'id_delegado', 'Elija quién decide mientras tanto.'),
          ...refusedIf(desde === '', 'desde', 'Este campo es obligatorio'),
          ...Object.entries({ desde, hasta }).flatMap(([field, day]) =>
            refusedIf(dayFault(day) !== '', field, dayFault(day)),
          ),
          ...absentDaysRefusals({ desde, hasta, today: hoy }),
        ])
      }
      onSubmit={({ id_delegado, desde, hasta }) => {
        if (id_delegado !== null) send({ type: 'SAVE', id_delegado, desde, hasta });
      }}
    >
      <ProblemAlert problem={problem} title="No se guardó" />
      <SelectField
        name="id_delegado"
        label="Quién decide mientras tanto"
        required
        disabled={candidatos.length === 0}
        help={
          candidatos.length === 0
            ? 'No hay otra persona activa con el mismo perfil.'
            : 'Verá las mismas cajas. Cada decisión queda con los dos nombres.'
        }
        options={optionsOf(candidatos)}
      />
      <FieldGrid columns={2}>
        <DateField name="desde" label="Primer día" bounds={{ min: hoy }} required />
        <DateField name="hasta" label="Último día" bounds={{ min: hoy }} required />
      </FieldGrid>
      <ButtonRow>
        <GuardedButton
          type="submit"
          busy={isPending(snapshot) && 'Guardando…'}
          reasons={candidatos.length === 0 ? ['No hay quién lo reemplace.'] : []}
        >
          Guardar ausencia
        </GuardedButton>
      </ButtonRow>
    </Form>
  );
}
