import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { CircleX, Clock, Send } from 'lucide-react';
import type { AnswerOf } from '#contract/contract.ts';
import { isDone, requestOf } from '#machines/flows/records/command.machine.ts';
import { dataOf, isPending } from '#machines/flows/steps/result.ts';
import { tableLoadOf } from '../../shell/problems/LoadProblem.tsx';
import { labelOf, linkTo } from '../../shell/screens/paths.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { busyReason } from '../../ui/fields/ReasonList.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { CommandOutcome, RefreshButton, commandOf } from '../records/CommandOutcome.tsx';
import { dateColumn, figureColumn, iconColumn, plainColumn } from '../../ui/table/columns.tsx';

export type OutgoingMail = AnswerOf<'/correosSalientes'>[number];

export const outgoingMails = commandOf('/correosSalientes', '/reintentarCorreo');
const options = { input: { key: {} } };

const facts: readonly DataTableColumn<OutgoingMail>[] = [
  plainColumn('asunto', 'Asunto', (mail) => mail.asunto, {
    isRowHeader: true,
    searchValue: (mail) => mail.asunto,
  }),
  plainColumn(
    'para',
    'Para',
    (mail) =>
      mail.para.split(', ').map((address) => (
        <chakra.div key={address} overflowWrap="anywhere">
          {address.split('@')[0]}
          <wbr />
          {address.slice(address.indexOf('@'))}
        </chakra.div>
      )),
    { width: '15rem', searchValue: (mail) => mail.para, card: 'line' },
  ),
  dateColumn('creado', 'Creado', (mail) => mail.creado, { card: 'end' }),
  plainColumn('estado', 'Estado', (mail) => <MailState mail={mail} />, {
    sortValue: (mail) => mail.estado,
    card: 'state',
    width: '9rem',
  }),
  figureColumn('intentos', 'Intentos', (mail) => mail.intentos, String),
  dateColumn('proximo_intento', 'Próximo intento', (mail) => mail.proximo_intento),
];

function MailState({ mail: { estado, error } }: { mail: OutgoingMail }) {
  return (
    <>
      {estado === 'fallido' ? (
        <StatusBadge tone="danger" label="No se envió" icon={CircleX} />
      ) : (
        <StatusBadge tone="neutral" label="En espera" icon={Clock} />
      )}
      {error === '' ? null : (
        <chakra.div color="fg.muted" textStyle="sm" mt="1" overflowWrap="anywhere">
          {error}
        </chakra.div>
      )}
    </>
  );
}

const restartTitles = {
  refused: 'El correo no se envió de nuevo',
  unanswered: 'No se sabe si el correo volvió a la cola',
};

/** business/correos: unsent mails, for administrators, who can send them again. */
export default function OutgoingMailsView({
  machine = outgoingMails,
}: {
  machine?: typeof outgoingMails;
}) {
  const [snapshot, send] = useActor(machine, options);
  const restarting = isPending(snapshot) ? requestOf(snapshot)?.id_correo : null;
  const restart = iconColumn<OutgoingMail>(
    'restart',
    'Enviar de nuevo',
    ({ id, asunto, para }) => {
      const event = { type: 'SEND', request: { id_correo: id } } as const;
      return (
        <IconButton
          label={`Enviar de nuevo «${asunto}» a ${para}`}
          icon={Send}
          loading={id === restarting}
          reasons={snapshot.can(event) || id === restarting ? [] : [busyReason]}
          onClick={() => send(event)}
        />
      );
    },
    { card: 'act' },
  );
  return (
    <Page
      title={labelOf('correosSalientes')}
      subtitle="Los últimos correos que esperan o que no se pudieron enviar."
      back={linkTo('business')}
      actions={<RefreshButton snapshot={snapshot} send={send} />}
    >
      <CommandOutcome
        snapshot={snapshot}
        send={send}
        notice={isDone(snapshot) ? 'El correo se enviará de nuevo en un momento.' : null}
        titles={restartTitles}
      />
      <DataTable
        {...tableLoadOf(snapshot, send)}
        caption="Correos salientes"
        columns={[...facts, restart]}
        rows={dataOf(snapshot) ?? []}
        rowKey={(mail) => mail.id}
        searchPlaceholder="Buscar por asunto o dirección"
        emptyTitle="No hay correos por enviar"
        emptyDescription="Todos los correos salieron."
      />
    </Page>
  );
}
