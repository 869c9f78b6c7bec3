import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import * as yup from 'yup';
import { keyFields, maximumKeyDays } from '#contract/calls/keys.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { keyScopeNames, keyScopes } from '#contract/key-scopes.ts';
import { shortDateTime } from '#machines/domain/values/bogota-time.ts';
import { keyKind, type KeyPath } from '#machines/flows/keys/key.kinds.ts';
import { answerTo, isActing, mayAct, wasDone } from '#machines/flows/records/acting.machine.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { tableLoadOf } from '../../shell/problems/LoadProblem.tsx';
import { Submission } from '../../shell/problems/Submission.tsx';
import { labelOf, linkTo } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { CopyButton } from '../../ui/fields/CopyButton.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { CheckboxGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { ConfirmDialog } from '../../ui/overlay/idle-overlays.ts';
import { Noted, dateColumn, plainColumn } from '../../ui/table/columns.tsx';
import { TableSection } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { callApi } from '../../wire/client.ts';
import { actingOn, useActing } from '../payments/payments.actors.ts';

export const keysFlow = actingOn(keyKind, (_key: Record<string, never>, signal) =>
  callApi('/clavesIntegracion', {}, { signal }),
);

type Flow = ReturnType<
  typeof useActing<AnswerOf<'/clavesIntegracion'>, Record<string, never>, KeyPath>
>;
type Key = AnswerOf<'/clavesIntegracion'>[number];

const key = {};

const states = {
  vigente: { label: 'Vigente', tone: 'success' },
  vencida: { label: 'Vencida', tone: 'neutral' },
  revocada: { label: 'Revocada', tone: 'neutral' },
} as const;

/** business/claves: the keys with which other programs call this one. */
export default function KeysView({ machine = keysFlow }: { machine?: typeof keysFlow }) {
  const flow = useActing(machine, key);
  const { snapshot, send, act } = flow;
  const [asked, setAsked] = useState<{
    path: '/rotarClaveIntegracion' | '/revocarClaveIntegracion';
    row: Key;
  } | null>(null);
  const answer =
    answerTo(snapshot, '/crearClaveIntegracion') ?? answerTo(snapshot, '/rotarClaveIntegracion');
  const isRotation = asked?.path === '/rotarClaveIntegracion';
  return (
    <Page
      title={labelOf('clavesIntegracion')}
      subtitle="Otro programa entra con una clave, sin la contraseña de una persona."
      back={linkTo('business')}
    >
      <Submission snapshot={snapshot} send={send}>
        {wasDone(snapshot) && answer === null ? 'La clave quedó revocada.' : null}
      </Submission>
      {answer?.[0] === undefined ? null : (
        <InlineAlert tone="success" title={answer[0].msg} isResult>
          <chakra.code display="block" overflowWrap="anywhere" my="2">
            {answer[0].clave}
          </chakra.code>
          <ButtonRow align="start">
            <CopyButton text={answer[0].clave} label="Copiar clave" />
            <GuardedButton size="sm" variant="ghost" onClick={() => send({ type: 'FORGET' })}>
              Ya la guardé
            </GuardedButton>
          </ButtonRow>
        </InlineAlert>
      )}
      <TableSection
        {...tableLoadOf(snapshot, send)}
        title="Claves"
        columns={[
          ...facts,
          plainColumn<Key>(
            'acciones',
            'Acciones',
            (row) =>
              row.estado === 'vigente' ? (
                <ButtonRow align="start" inBar>
                  <GuardedButton
                    size="sm"
                    variant="outline"
                    waiting={!mayAct(snapshot)}
                    onClick={() => setAsked({ path: '/rotarClaveIntegracion', row })}
                  >
                    Rotar
                    <chakra.span srOnly>{`: ${row.nombre}`}</chakra.span>
                  </GuardedButton>
                  <GuardedButton
                    size="sm"
                    variant="ghost"
                    tone="danger"
                    waiting={!mayAct(snapshot)}
                    onClick={() => setAsked({ path: '/revocarClaveIntegracion', row })}
                  >
                    Revocar
                    <chakra.span srOnly>{`: ${row.nombre}`}</chakra.span>
                  </GuardedButton>
                </ButtonRow>
              ) : null,
            { card: 'below' },
          ),
        ]}
        rows={dataOf(snapshot) ?? []}
        rowKey={({ id }) => id}
        searchPlaceholder="Buscar una clave"
        emptyTitle="Todavía no hay claves"
      />
      <NewKey flow={flow} />
      <ConfirmDialog
        open={asked !== null}
        title={isRotation ? `¿Rotar «${asked.row.nombre}»?` : `¿Revocar «${asked?.row.nombre}»?`}
        confirmLabel={isRotation ? 'Sí, rotar' : 'Sí, revocar'}
        confirmTone={isRotation ? 'primary' : 'danger'}
        onConfirm={() => {
          if (asked === null) return;
          const { path, row } = asked;
          act(
            path === '/rotarClaveIntegracion'
              ? { path, body: { id_clave: row.id, prefijo: row.prefijo } }
              : { path, body: { id_clave: row.id } },
          );
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      >
        {isRotation
          ? 'Recibe una clave nueva, que se muestra una vez. La de ahora vale 24 horas más.'
          : 'El programa que la usa deja de entrar en este momento. No se puede deshacer.'}
      </ConfirmDialog>
    </Page>
  );
}

const facts: readonly DataTableColumn<Key>[] = [
  plainColumn(
    'nombre',
    'Nombre',
    ({ nombre, prefijo }) => <Noted note={`${prefijo}…`}>{nombre}</Noted>,
    { isRowHeader: true, searchValue: ({ nombre, prefijo }) => `${nombre} ${prefijo}` },
  ),
  plainColumn(
    'alcances',
    'Puede',
    ({ alcances, tiendas }) => (
      <div>
        {alcances.map((name) => keyScopes[name]).join(', ')}
        {tiendas.length === 0 ? null : (
          <chakra.div textStyle="sm" color="fg.muted">{`Solo ${tiendas.join(', ')}`}</chakra.div>
        )}
      </div>
    ),
    // A line would cut the list off on a phone.
    { card: 'foot' },
  ),
  plainColumn(
    'estado',
    'Estado',
    ({ estado, anterior_hasta }) => (
      <>
        <StatusBadge {...states[estado]} />
        {anterior_hasta === '' ? null : (
          <chakra.div textStyle="sm" color="fg.muted">
            {`La anterior vale hasta el ${shortDateTime(anterior_hasta)}`}
          </chakra.div>
        )}
      </>
    ),
    { card: 'state' },
  ),
  dateColumn('vence', 'Vence', ({ vence }) => vence, { card: 'end', cardLabel: 'Vence' }),
  dateColumn('ultimo_uso', 'Último uso', ({ ultimo_uso }) => ultimo_uso),
  plainColumn('creada', 'Creada por', ({ creada_por }) => creada_por),
];

const schema = yup.object(keyFields);

const noValues = { nombre: '', alcances: [], tiendas: '', dias: '90' };

function NewKey({ flow: { snapshot, act } }: { flow: Flow }) {
  return (
    <Section
      title="Crear una clave"
      description="Ninguna clave confirma nada, ni cambia cuentas, permisos, arqueos o giros."
    >
      <Form<{ nombre: string; alcances: string[]; tiendas: string; dias: string }>
        label="Crear una clave"
        initialValues={noValues}
        validationSchema={schema}
        onSubmit={(values) =>
          act({
            path: '/crearClaveIntegracion',
            body: schema.cast(values) as RequestOf<'/crearClaveIntegracion'>,
          })
        }
      >
        <FieldGrid columns={2}>
          <TextField name="nombre" label="Nombre del programa" maxLength={60} required />
          <TextField
            name="dias"
            label="Días hasta que vence"
            inputMode="numeric"
            maxLength={3}
            help={`Hasta ${maximumKeyDays}.`}
            required
          />
        </FieldGrid>
        <CheckboxGroupField
          name="alcances"
          label="Qué puede hacer"
          columns={2}
          options={keyScopeNames.map((value) => ({ value, label: keyScopes[value] }))}
          required
        />
        <TextField
          name="tiendas"
          label="Tiendas"
          maxLength={4_000}
          help="Centros de costo separados por comas; vacío, todas"
        />
        <ButtonRow>
          <GuardedButton
            type="submit"
            waiting={!mayAct(snapshot)}
            busy={isActing(snapshot, '/crearClaveIntegracion') && 'Creando…'}
          >
            Crear clave
          </GuardedButton>
        </ButtonRow>
      </Form>
    </Section>
  );
}
