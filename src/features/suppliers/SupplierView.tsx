import { useActor } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Merge, Split } from 'lucide-react';
import { useState } from 'react';
import { holderDocuments } from '#contract/calls/payments.calls.ts';
import { regimeNames, regimes } from '#contract/calls/suppliers.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { isConfirming, isDone } from '#machines/flows/records/command.machine.ts';
import { factsOf } from '#machines/flows/records/record-form.machine.ts';
import { isPending, problemOf, queryOf } from '#machines/flows/steps/result.ts';
import {
  documentNames,
  initialSupplierValues,
  isCompany,
  supplierKind,
  type SupplierValues,
  withNumber,
} from '#machines/flows/suppliers/supplier.form.ts';
import { firstPage } from '../../shell/screens/first-lists.ts';
import { listTable } from '../../shell/screens/list-table.ts';
import { labelOf, linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useRecordId } from '../../shell/screens/use-list-address.ts';
import { useMayOpen } from '../../shell/session.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Anchor, TextLink } from '../../ui/fields/LinkButton.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { ConfirmDialog, TitledDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { dateColumn, moneyColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';
import { documentColumn, documentOf, nameColumn, type SupplierRow } from './supplier-columns.tsx';
import {
  mergeCommand,
  purchaseList,
  separateCommand,
  supplierForm,
  supplierList,
} from './suppliers.actors.ts';

type Supplier = AnswerOf<'/obtenerProveedorById'>;

const machines = {
  form: supplierForm,
  list: supplierList,
  purchases: purchaseList,
  merge: mergeCommand,
  separate: separateCommand,
};

/** proveedores/nuevo, proveedores/:idProveedor: a supplier, what was bought from it, and its union with another one. */
export default function SupplierView({ machine = machines }: { machine?: typeof machines }) {
  const id = useRecordId('idProveedor');
  const flow = useRecordForm(machine.form, supplierKind, id);
  const supplier = factsOf(flow.snapshot)?.supplier ?? null;
  return (
    <Page
      title={labelOf(id === null ? 'crearProveedor' : 'editarProveedor')}
      subject={supplier?.nombre}
      back={linkTo('proveedores')}
    >
      <RecordForm
        flow={flow}
        kind={supplierKind}
        initialValues={initialSupplierValues}
        label="Proveedor"
        saveLabel="Guardar proveedor"
        refusedTitle="No se guardó"
      >
        {() => <SupplierFields />}
      </RecordForm>
      {supplier === null ? null : (
        <>
          <Purchases key={supplier.id} machine={machine.purchases} id_proveedor={supplier.id} />
          <Union supplier={supplier} machine={machine} />
          {supplier.unidos.map((merged) => (
            <Merged key={merged.id} merged={merged} machine={machine.separate} />
          ))}
        </>
      )}
    </Page>
  );
}

function SupplierFields() {
  const { values, setValues } = useFormikContext<SupplierValues>();
  return (
    <Section>
      <FieldGrid columns={2}>
        <SelectField
          name="tipo_doc"
          label="Tipo de documento"
          required
          options={holderDocuments.map((value) => ({ value, label: documentNames[value] }))}
        />
        <FieldGrid columns={2}>
          <TextField
            name="num_doc"
            label="Número"
            maxLength={20}
            required
            onValueChange={(typed) => void setValues(withNumber(values, typed))}
          />
          {isCompany(values) ? (
            <TextField
              name="digito"
              label="Dígito de verificación"
              maxLength={1}
              inputMode="numeric"
              required
            />
          ) : null}
        </FieldGrid>
        {isCompany(values) ? (
          <TextField name="nombre" label="Nombre o razón social" maxLength={200} required />
        ) : (
          <>
            <TextField name="nombres" label="Nombres" maxLength={100} required />
            <TextField name="apellidos" label="Apellidos" maxLength={99} required />
          </>
        )}
        <SelectField
          name="regimen"
          label="Régimen"
          placeholder="Sin definir"
          options={regimeNames.map((value) => ({ value, label: regimes[value] }))}
        />
        <RadioGroupField
          name="ocasional"
          label="Tipo"
          variant="inline"
          help="El monto máximo por caja es solo para los ocasionales."
          options={[
            { value: '0', label: 'Habitual' },
            { value: '1', label: 'Ocasional' },
          ]}
        />
        <RadioGroupField
          name="bloqueado"
          label="Estado"
          variant="inline"
          help="A un proveedor bloqueado ninguna tienda le compra."
          options={[
            { value: '0', label: 'Activo' },
            { value: '1', label: 'Bloqueado' },
          ]}
        />
      </FieldGrid>
    </Section>
  );
}

type Purchase = AnswerOf<'/comprasDeProveedor'>[number];

const boxName = ({ consecutivo }: Purchase): string =>
  consecutivo === null ? 'Caja abierta' : `Caja ${consecutivo}`;

/** The box of a purchase, where this user may open it. */
function BoxLink({ purchase }: { purchase: Purchase }) {
  const reads = useMayOpen('detalleCajaCI');
  const follows = useMayOpen('flujo');
  const screen = reads ? 'detalleCajaCI' : 'flujoCaja';
  return reads || follows ? (
    <Anchor to={pathTo(screen, { idCaja: purchase.id_caja })}>{boxName(purchase)}</Anchor>
  ) : (
    boxName(purchase)
  );
}

const purchaseColumns: readonly DataTableColumn<Purchase>[] = [
  dateColumn('fecha_gasto', 'Fecha', ({ fecha_gasto }) => fecha_gasto, { isRowHeader: true }),
  textColumn('tienda', 'Tienda', ({ tienda }) => tienda),
  plainColumn('caja', 'Caja', (purchase) => <BoxLink purchase={purchase} />, { nowrap: true }),
  plainColumn('recibo', 'Recibo', ({ recibo }) => recibo),
  plainColumn('concepto', 'Concepto', ({ concepto }) => concepto),
  moneyColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
  plainColumn('estado', 'Estado', ({ nombre_estado }) => nombre_estado, { card: 'state' }),
];

const fewest = { ...firstPage, limite: 10 } as const;

function Purchases({
  machine,
  id_proveedor,
}: {
  machine: typeof purchaseList;
  id_proveedor: number;
}) {
  const [snapshot, send] = useActor(machine, {
    input: { query: { id_proveedor, ...fewest, orden: 'fecha_gasto', direccion: 'desc' } },
  });
  const table = listTable(
    snapshot,
    (changes) => send({ type: 'QUERY', query: { ...queryOf(snapshot), ...changes } }),
    send,
  );
  return (
    <Section
      title="Lo que se le ha comprado"
      description="Sin las cajas que las tiendas no han enviado."
    >
      <DataTable
        {...table}
        caption="Compras"
        columns={purchaseColumns}
        rowKey={({ id_gasto }) => id_gasto}
        searchPlaceholder="Buscar por tienda, recibo o concepto"
        emptyTitle="Ninguna tienda le ha comprado"
      />
    </Section>
  );
}

interface UnionProps {
  supplier: Supplier;
  machine: Pick<typeof machines, 'list' | 'merge'>;
}

/** Two rows of one third party become one: this one is led to the other, which stays. */
function Union({ supplier, machine }: UnionProps) {
  const [snapshot, send] = useActor(machine.merge, { input: { key: null, once: true } });
  const [searching, setSearching] = useState(false);
  const [other, setOther] = useState<SupplierRow | null>(null);
  if (isDone(snapshot) && other !== null)
    return (
      <InlineAlert tone="success" isResult title="Los proveedores quedaron unidos">
        Las compras de «{supplier.nombre}» cuentan ahora como de{' '}
        <TextLink to={pathTo('editarProveedor', { idProveedor: other.id })}>
          {other.nombre}
        </TextLink>
        .
      </InlineAlert>
    );
  return (
    <Section
      title="¿Está dos veces?"
      description="Únalo al otro: lo repetido se encuentra entre los dos."
      actions={
        <GuardedButton variant="outline" icon={Merge} onClick={() => setSearching(true)}>
          Unir a otro proveedor
        </GuardedButton>
      }
    >
      <TitledDialog
        title="Elija el proveedor que queda"
        open={searching}
        size="lg"
        onClose={() => setSearching(false)}
      >
        <Others
          machine={machine.list}
          id={supplier.id}
          onChoose={(row) => {
            setOther(row);
            setSearching(false);
            send({ type: 'ASK' });
          }}
        />
      </TitledDialog>
      <ConfirmDialog
        open={isConfirming(snapshot)}
        title="¿Unir los dos proveedores?"
        confirmLabel="Unir"
        busy={isPending(snapshot) && 'Uniendo…'}
        error={problemOf(snapshot)?.msg}
        onConfirm={() =>
          other !== null &&
          send({ type: 'SEND', request: { id_proveedor: supplier.id, id_destino: other.id } })
        }
        onCancel={() => send({ type: 'DISMISS' })}
      >
        «{supplier.nombre}» ({documentOf(supplier)}) pasa a ser «{other?.nombre}» (
        {other === null ? '' : documentOf(other)}). Después se pueden separar.
      </ConfirmDialog>
    </Section>
  );
}

/** A supplier that was led to this one, and its separation. */
function Merged({
  merged: { id, nombre, num_doc },
  machine,
}: {
  merged: Supplier['unidos'][number];
  machine: typeof separateCommand;
}) {
  const [snapshot, send] = useActor(machine, { input: { key: null, once: true } });
  if (isDone(snapshot))
    return (
      <InlineAlert tone="success" isResult title="Los proveedores quedaron separados">
        <TextLink to={pathTo('editarProveedor', { idProveedor: id })}>{nombre}</TextLink> tiene de
        nuevo las compras que se anotaron con él.
      </InlineAlert>
    );
  return (
    <Section
      title={`Unido a este: ${nombre} (${num_doc})`}
      actions={
        <GuardedButton
          variant="outline"
          icon={Split}
          waiting={!snapshot.can({ type: 'ASK' })}
          onClick={() => send({ type: 'ASK' })}
        >
          Separar
        </GuardedButton>
      }
    >
      <ConfirmDialog
        open={isConfirming(snapshot)}
        title="¿Separar los dos proveedores?"
        confirmLabel="Separar"
        busy={isPending(snapshot) && 'Separando…'}
        error={problemOf(snapshot)?.msg}
        onConfirm={() => send({ type: 'SEND', request: { id_proveedor: id } })}
        onCancel={() => send({ type: 'DISMISS' })}
      >
        «{nombre}» vuelve a ser otro proveedor. Lo que se anotó después de unirlos no cambia.
      </ConfirmDialog>
    </Section>
  );
}

interface OthersProps {
  machine: typeof supplierList;
  /** The supplier that is led to the chosen one. */
  id: number;
  onChoose: (row: SupplierRow) => void;
}

function Others({ machine, id, onChoose }: OthersProps) {
  const [snapshot, send] = useActor(machine, {
    input: { query: { ...fewest, orden: 'nombre', direccion: 'asc' } },
  });
  const table = listTable(
    snapshot,
    (changes) => send({ type: 'QUERY', query: { ...queryOf(snapshot), ...changes } }),
    send,
  );
  return (
    <DataTable
      {...table}
      caption="Otros proveedores"
      columns={[
        nameColumn,
        documentColumn,
        plainColumn('elegir', '', (row: SupplierRow) =>
          row.id === id ? (
            'Es este'
          ) : (
            <GuardedButton size="sm" variant="outline" onClick={() => onChoose(row)}>
              Elegir
            </GuardedButton>
          ),
        ),
      ]}
      rowKey={(row) => row.id}
      searchPlaceholder="Buscar por nombre o documento"
      emptyTitle="No hay otros proveedores"
    />
  );
}
