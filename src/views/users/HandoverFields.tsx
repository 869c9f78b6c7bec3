import { useFormikContext } from 'formik';
import {
  handsOver,
  type UserFormFacts,
  type UserValues,
} from '#machines/flows/records/user.form.ts';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { SuccessorField } from './SuccessorField.tsx';

/** Once the user would no longer do the work of before: who takes over what hangs on him or her. */
export function HandoverFields({ facts }: { facts: UserFormFacts }) {
  const { values } = useFormikContext<UserValues>();
  return handsOver(values, facts) ? (
    <>
      <InlineAlert tone="warning">
        {facts.user?.a_cargo}. Con este cambio todo pasa a otra persona; lo que ya decidió queda a
        su nombre.
      </InlineAlert>
      <SuccessorField successors={facts.successors} />
    </>
  ) : null;
}
