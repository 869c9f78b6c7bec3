import {
  initialStoreValues,
  type StoreFormFacts,
  storeKind,
  storeMessages,
  type StoreRequest,
  type StoreValues,
} from '#machines/flows/records/store.form.ts';
import { Section } from '../../components/Section.tsx';
import { linkTo } from '../../screens/paths.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { RecordForm } from '../records/RecordForm.tsx';
import type { RecordFormFlow } from '../records/use-record-form.ts';
import { FundFields } from './FundFields.tsx';
import { PeopleFields } from './PeopleFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';

export const toStoreList = linkTo('listarTiendas');

/** Where a store is, who answers for it, and the fund it works with. */
export function StoreForm({
  flow,
}: {
  flow: RecordFormFlow<StoreFormFacts, StoreValues, StoreRequest>;
}) {
  return (
    <RecordForm
      flow={flow}
      kind={storeKind}
      initialValues={initialStoreValues}
      label="Tienda"
      saveLabel="Guardar tienda"
      refused={(problem) => <ProblemAlert problem={problem} title={storeMessages.refused} />}
    >
      {(facts) => (
        <>
          <Section title="Datos de la tienda">
            <PlaceFields cities={facts.cities} />
          </Section>
          <Section title="Fondo y contabilidad">
            <FundFields formats={facts.formats} />
          </Section>
          <Section title="Personas a cargo">
            <PeopleFields facts={facts} />
          </Section>
        </>
      )}
    </RecordForm>
  );
}
