import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { dayInWords, daysFrom } from '#machines/domain/values/dates.ts';
import {
  type DatedHours,
  hoursOfDay,
  usualHours,
  type WorkingHours,
} from '#machines/domain/values/working-hours.ts';
import {
  changedHours,
  type initialSettingsValues,
} from '#machines/flows/settings/settings.form.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { CheckboxGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { serverToday } from '../../wire/server-clock.ts';

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'].map(
  (label, index) => ({ value: index + 1, label }),
);

export const usual = (value: string): string => `Por defecto: ${value}`;

/** `lunes a viernes`, `lunes, sábado`. */
function daysInWords(dias: readonly number[]): string {
  const names = dias.toSorted().map((day) => (weekdays[day - 1]?.label ?? '').toLowerCase());
  const isRun = Math.max(...dias) - Math.min(...dias) === dias.length - 1;
  return isRun && dias.length > 2 ? `${names[0]} a ${names.at(-1)}` : names.join(', ');
}

const hoursInWords = ({ dias, abre, cierra }: Omit<DatedHours, 'desde'>): string =>
  `${daysInWords(dias)}, de ${abre} a ${cierra}`;

/** The hours of the company: the last ones in the form, with the day from which changed ones hold; those of today above. */
export function HoursFields({ horario }: { horario: WorkingHours }) {
  const { values } = useFormikContext<ReturnType<typeof initialSettingsValues>>();
  const today = serverToday();
  const isChanged = Object.keys(changedHours(values, { horario })).length > 0;
  const next = horario.cambios?.filter(({ desde }) => desde > today) ?? [];
  return (
    <FieldGrid columns={1}>
      {next.length === 0 ? null : (
        <chakra.ul textStyle="sm" color="fg.muted">
          <li>{`Hoy: ${hoursInWords(hoursOfDay(horario, today))}.`}</li>
          {next.map((hours) => (
            <li
              key={hours.desde}
            >{`Desde el ${dayInWords(hours.desde)}: ${hoursInWords(hours)}.`}</li>
          ))}
        </chakra.ul>
      )}
      <CheckboxGroupField
        name="dias_habiles"
        label="Días hábiles"
        help={usual('de lunes a viernes')}
        required
        columns={3}
        options={weekdays}
      />
      <FieldGrid columns={2}>
        <TextField
          name="hora_apertura"
          label="Desde"
          help={usual(usualHours.abre)}
          required
          maxLength={5}
        />
        <TextField
          name="hora_cierre"
          label="Hasta"
          help={`Después de la apertura. ${usual(usualHours.cierra)}`}
          required
          maxLength={5}
        />
        {isChanged ? (
          <DateField
            name="horario_desde"
            label="El horario nuevo rige desde"
            help="Vacío, desde mañana. Lo que ya se cerró conserva su tiempo hábil"
            bounds={{ min: daysFrom(today, 1) }}
          />
        ) : null}
      </FieldGrid>
      <TextAreaField
        name="dias_libres"
        label="Días libres de la empresa"
        help="Uno por línea: 31/12/2026, o 24/12/2026 12:00 si se trabaja hasta esa hora"
        rows={3}
      />
    </FieldGrid>
  );
}
