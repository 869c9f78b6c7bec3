import { useActor } from '@xstate/react';
import { CalendarClock } from 'lucide-react';
import { personOf } from '#machines/flows/session/session.setup.ts';
import { absence } from './absence.actors.ts';
import { Session } from '../../shell/session.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { AbsenceDialog } from './AbsenceDialog.tsx';

export interface OwnAbsenceProps {
  machine?: typeof absence | undefined;
}

/** Section in which the user registers who decides during their own absence. */
export default function OwnAbsence({ machine = absence }: OwnAbsenceProps) {
  const { id_usuario } = Session.useSelector(personOf);
  const [snapshot, send] = useActor(machine);
  return (
    <>
      <Section
        title="Ausencia"
        description="Si se ausenta, otra persona de su perfil decide sus cajas entre dos días."
        actions={
          <GuardedButton
            variant="outline"
            icon={CalendarClock}
            onClick={() => send({ type: 'OPEN', id_ausente: id_usuario })}
          >
            Registrar ausencia
          </GuardedButton>
        }
      />
      <AbsenceDialog snapshot={snapshot} send={send} />
    </>
  );
}
