import { useActor } from '@xstate/react';
import { Building2, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { answerOf } from '#machines/flows/records/command.machine.ts';
import { dataOf, isLoading, isPending, problemOf } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { leaveForCompany } from '../../shell/screens/company-address.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { commandOf } from '../records/CommandOutcome.tsx';
import { CompanyRefusal } from './CompanyRefusal.tsx';

export const ownCompanyAccount = commandOf('/miCuentaCompania', '/unirCuentaCompania');
const options = { input: { key: {} } };

export interface OwnCompanyAccountProps {
  machine?: typeof ownCompanyAccount | undefined;
  /** Leaves the page for an address of the server. */
  onLeave?: (address: string) => void;
}

/** Mi cuenta: joins the user to the account of the company; nothing while that sign-in is switched off. */
export function OwnCompanyAccount({
  machine = ownCompanyAccount,
  onLeave = leaveForCompany,
}: OwnCompanyAccountProps) {
  const [snapshot, send] = useActor(machine, options);
  const [search] = useSearchParams();
  const account = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  const address = answerOf(snapshot)?.[0]?.direccion;
  useEffect(() => {
    if (address !== undefined) onLeave(address);
  }, [address, onLeave]);
  if (load.failed || account === null || isLoading(snapshot)) return <LoadSection {...load} />;
  if (account.activo === 0) return null;
  const refusal = search.get('compania');
  const isJoined = account.unida === 1;
  return (
    <Section
      title="Cuenta de la compañía"
      description={
        isJoined
          ? 'Ingresa con ella, sin la contraseña de Caja menor.'
          : 'Únala una vez para ingresar con ella. Debe tener su mismo correo.'
      }
      actions={
        isJoined ? (
          <StatusBadge tone="success" label="Unida" icon={CircleCheck} />
        ) : (
          <GuardedButton
            variant="outline"
            icon={Building2}
            busy={(isPending(snapshot) || address !== undefined) && 'Abriendo…'}
            onClick={() => send({ type: 'SEND', request: {} })}
          >
            Unir con la cuenta de la compañía
          </GuardedButton>
        )
      }
    >
      {refusal === null || isJoined ? null : <CompanyRefusal motivo={refusal} />}
      <ProblemAlert problem={problemOf(snapshot)} title="La cuenta no se unió" />
    </Section>
  );
}
