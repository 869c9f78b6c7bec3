import { useFormikContext } from 'formik';
import { Download } from 'lucide-react';
import type { Person } from '#machines/domain/people/profiles.ts';
import {
  type DateRange,
  emptyRange,
  monthsUntil,
  rangeReasons,
  rangeRefusals,
} from '#machines/flows/steps/date-range.form.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { Session } from '../../shell/session.ts';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { consolidatedUrl, labelOf } from '../../shell/screens/paths.ts';
import { formErrors } from '../../shell/problems/ProblemAlert.tsx';

const validate = (range: DateRange) => formErrors(rangeRefusals(range));

/** consolidado: spreadsheet of the expenses in a period, limited to the user's scope. */
export default function ConsolidatedView() {
  const person = Session.useSelector(actorOf);
  const today = serverToday();
  return (
    <Page title={labelOf('consolidado')} width="narrow">
      <Form
        label="Descargar consolidado"
        initialValues={emptyRange}
        validate={validate}
        validateOnMount
        // The form submits nothing: its link downloads the file.
        onSubmit={() => undefined}
      >
        <Section
          title="Fechas de los gastos"
          description="Una hoja de cálculo con los gastos de las cajas en esas fechas. Sin fechas trae todos."
        >
          <FieldGrid columns={1}>
            <FieldGrid columns={2}>
              <DateField name="desde" label="Desde" bounds={{ max: today }} />
              <DateField name="hasta" label="Hasta" bounds={{ max: today }} />
            </FieldGrid>
            <Months today={today} />
          </FieldGrid>
        </Section>
        <DownloadRow person={person} />
      </Form>
    </Page>
  );
}

/** Fills in the two most common periods. */
function Months({ today }: { today: string }) {
  const { setValues } = useFormikContext<DateRange>();
  const { thisMonth, lastMonth } = monthsUntil(today);
  const choose = (range: DateRange) => () => void setValues(range);
  return (
    <ButtonRow align="start" inBar>
      <GuardedButton size="sm" variant="outline" onClick={choose(thisMonth)}>
        Este mes
      </GuardedButton>
      <GuardedButton size="sm" variant="outline" onClick={choose(lastMonth)}>
        Mes pasado
      </GuardedButton>
    </ButtonRow>
  );
}

/** Link that opens the file in a new tab; disabled while the period is invalid. */
function DownloadRow({ person }: { person: Person }) {
  const { values } = useFormikContext<DateRange>();
  const reasons = rangeReasons(values);
  return (
    <ButtonRow>
      {reasons.length > 0 ? (
        <GuardedButton size="lg" icon={Download} reasons={reasons} explainsItself>
          Descargar
        </GuardedButton>
      ) : (
        <LinkButton size="lg" icon={Download} href={consolidatedUrl(person, values)}>
          Descargar
        </LinkButton>
      )}
    </ButtonRow>
  );
}
