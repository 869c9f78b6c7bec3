import {
  type CashField,
  type OverdraftPolicy,
  type NumberField,
  type ReminderField,
  cashNames,
  reminderNames,
  type TargetedState,
  type TargetField,
  type ThresholdField,
  targetFields,
  thresholdNames,
  usualNumbers,
} from '#contract/calls/administration.calls.ts';
import {
  entryAccountNames,
  entryAccounts,
  counterAccountNames,
  counterAccounts,
  entryTemplateNames,
  entryTemplates,
} from '#contract/calls/entries.calls.ts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { Building2, KeyRound, Mail } from 'lucide-react';
import {
  type BankColumn,
  type BankFormat,
  type PayingKind,
  bankColumns,
} from '#contract/calls/payments.calls.ts';
import { profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { withholdingOn } from '#machines/domain/expense/withholding.ts';
import { dayInWords, daysFrom } from '#machines/domain/values/dates.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import {
  changedWithholding,
  initialSettingsValues,
  type SettingsFacts,
  settingsKind,
  usualSettings,
} from '#machines/flows/settings/settings.form.ts';
import { settingsForm } from '../records/record-form.actors.ts';
import { CheckboxGroupField, RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section, SectionGroup } from '../../ui/layout/Section.tsx';
import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { pageSetting } from '../../wire/page-settings.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';
import { HoursFields, usual } from './HoursFields.tsx';
import { LogoField } from './LogoField.tsx';

const overdraftOptions = [
  {
    value: 'avisar',
    label: 'Avisar',
    description: 'El gasto se registra con una novedad y la caja se puede enviar.',
  },
  {
    value: 'impedir',
    label: 'Impedir',
    description: 'El gasto no se registra y la caja no se puede enviar.',
  },
] satisfies { value: OverdraftPolicy; label: string; description: string }[];

const targets = Object.entries(targetFields) as [TargetedState, TargetField][];

/** Label of each threshold, and which values are listed. */
const thresholdLabels: Record<ThresholdField, readonly [label: string, which: string]> = {
  segundos_decision: ['Segundos entre decisiones', 'Estos o menos'],
  correcciones_gasto: ['Correcciones de un gasto', 'Más de estas'],
  dias_fraccion: ['Días de una compra fraccionada', 'Estos o menos'],
  margen_tope: ['Porcentaje por debajo de un tope', 'Este o menos'],
  tiendas_persona: ['Tiendas que pagan a una persona', 'Estas o más'],
};

/** Label of each reminder, in working days, and the event from which they count. */
const reminderLabels: Record<ReminderField, readonly [label: string, which: string]> = {
  dias_dinero: ['Días para decir si llegó el dinero', 'Desde el giro'],
  dias_papeles: ['Días para que lleguen los papeles', 'Desde el envío'],
  dias_vale: ['Días para legalizar un vale', 'Desde que se dio'],
};

const cashLabels: Record<CashField, readonly [label: string, which: string]> = {
  moneda_minima: ['Moneda más pequeña', 'En pesos'],
  fondo_bajo: ['Fondo bajo', 'Porcentaje de la base; 0, sin aviso'],
};

const followOptions = [
  { value: 'si', label: 'Sí' },
  { value: 'no', label: 'No: al cerrar, la caja cuenta como pagada' },
];

const accountKindOptions = [
  { value: 'ahorros', label: 'Ahorros' },
  { value: 'corriente', label: 'Corriente' },
] satisfies { value: PayingKind; label: string }[];

const counterAccountOptions = counterAccountNames.map((value) => ({
  value,
  label: counterAccounts[value],
}));

const entryTemplateOptions = entryTemplateNames.map((value) => ({
  value,
  label: entryTemplates[value],
}));

/** @param tried day on which a bank took a PAB file; '' while none did */
const formatOptions = (tried: string): { value: BankFormat; label: string }[] => [
  { value: 'csv', label: 'CSV, para cargarlo a mano en el portal del banco' },
  {
    value: 'pab',
    label: tried === '' ? 'PAB de Bancolombia, sin comprobar con un banco' : 'PAB de Bancolombia',
  },
];

const columnLabels: Record<BankColumn, string> = {
  documento: 'Documento',
  titular: 'Titular',
  banco: 'Banco',
  codigo_banco: 'Código del banco',
  tipo_cuenta: 'Tipo de cuenta',
  cuenta: 'Cuenta',
  valor: 'Valor',
  referencia: 'Referencia',
  tienda: 'Tienda',
  concepto: 'Concepto',
};

const columnOptions = bankColumns.map((value) => ({ value, label: columnLabels[value] }));

const profileOptions = profileIds.map((id) => ({
  value: id,
  label: profiles[id].nombre,
}));

const groups = {
  company: 'Empresa',
  money: 'Gastos y fondo',
  accounting: 'Contabilidad',
  terms: 'Plazos',
  deviations: 'Desviaciones',
  access: 'Avisos y acceso',
} as const;

/** Brings a group to the top and gives its title the focus. */
function openGroup(title: string): void {
  const headings = [...document.querySelectorAll<HTMLElement>('form h2')];
  const heading = headings.find(({ textContent }) => textContent === title);
  heading?.focus({ preventScroll: true });
  // jsdom has no scrollIntoView.
  heading?.scrollIntoView?.({ block: 'start' });
}

/** Buttons that lead to the groups, which are several screens long. */
const Index = () => (
  <chakra.nav
    aria-label="Grupos de la configuración"
    display="flex"
    flexWrap="wrap"
    gap="2"
    mdDown={{ '& button': { flexGrow: '1', px: '2' } }}
  >
    {Object.values(groups).map((title) => (
      <GuardedButton key={title} size="sm" variant="outline" onClick={() => openGroup(title)}>
        {title}
      </GuardedButton>
    ))}
  </chakra.nav>
);

/** business: general settings in groups, each with its default value. */
export default function SettingsView({
  machine = settingsForm,
}: {
  machine?: typeof settingsForm;
}) {
  const flow = useRecordForm(machine, settingsKind, null);
  return (
    <Page
      title={labelOf('business')}
      width="narrow"
      actions={
        <>
          <LinkButton to={pathTo('ingresoCompania')} icon={Building2} variant="outline">
            {labelOf('ingresoCompania')}
          </LinkButton>
          <LinkButton to={pathTo('correosSalientes')} icon={Mail} variant="outline">
            {labelOf('correosSalientes')}
          </LinkButton>
          <LinkButton to={pathTo('clavesIntegracion')} icon={KeyRound} variant="outline">
            {labelOf('clavesIntegracion')}
          </LinkButton>
        </>
      }
    >
      {pageSetting('mails') === 'no' ? (
        <InlineAlert tone="warning" title="No sale ningún correo">
          Tampoco invitaciones ni contraseñas: al servidor le falta SMTP_URL.
        </InlineAlert>
      ) : null}
      <Index />
      <RecordForm
        flow={flow}
        kind={settingsKind}
        barred
        initialValues={initialSettingsValues}
        label="Configuración general"
        saveLabel="Guardar"
        refusedTitle="La configuración no se ha guardado"
      >
        {(facts) => (
          <>
            <SectionGroup title={groups.company}>
              <Section
                title="Datos de la empresa"
                description="Están en los documentos, los correos y la página de ingreso."
              >
                <FieldGrid columns={2}>
                  <TextField name="nombre_empresa" label="Nombre de la empresa" maxLength={60} />
                  <TextField
                    name="nit_empresa"
                    label="NIT de la empresa"
                    help="Con su dígito de verificación: 900373923-8"
                    maxLength={20}
                  />
                  <TextField name="ciudad_empresa" label="Ciudad de la empresa" maxLength={60} />
                  <LogoField />
                </FieldGrid>
              </Section>
            </SectionGroup>
            <SectionGroup title={groups.money}>
              <Section
                title="Terceros ocasionales"
                description="Máximo por caja de un proveedor que registró una tienda. Pasarlo es una novedad."
              >
                <FieldGrid columns={2}>
                  <MoneyField
                    name="monto_maximo"
                    label="Monto máximo"
                    help={usual(formatPesos(Number(usualSettings.monto_maximo)))}
                    required
                  />
                </FieldGrid>
              </Section>
              <Section
                title="Fondo de las tiendas"
                description="Qué pasa cuando los gastos de una tienda superan el dinero disponible de su fondo."
              >
                <RadioGroupField
                  name="exceso_fondo"
                  label="Exceso del fondo"
                  help={usual('avisar')}
                  required
                  options={overdraftOptions}
                />
              </Section>
              <Section
                title="Arqueos"
                description="Qué diferencia de un arqueo se debe a las monedas."
              >
                <NumberFields names={cashNames} labels={cashLabels} />
              </Section>
              <Section
                title="Giros"
                description="Si se sigue el dinero de las cajas cerradas, y qué dice el archivo para el banco."
              >
                <FieldGrid columns={1}>
                  <RadioGroupField
                    name="control_giros"
                    label="Seguir los giros"
                    required
                    variant="inline"
                    options={followOptions}
                  />
                  <FieldGrid columns={2}>
                    <TextField
                      name="cuenta_pagadora"
                      label="Cuenta que paga"
                      inputMode="numeric"
                      maxLength={17}
                    />
                    <SelectField
                      name="tipo_cuenta_pagadora"
                      label="Tipo de cuenta"
                      options={accountKindOptions}
                    />
                  </FieldGrid>
                  <RadioGroupField
                    name="formato_giros"
                    label="Formato del archivo"
                    help={usual('CSV')}
                    required
                    options={formatOptions(facts.giros.pab_comprobado)}
                  />
                  <FieldGrid columns={2}>
                    <DateField
                      name="pab_comprobado"
                      label="Día en que un banco recibió bien un PAB"
                      help="Mientras esté vacío, el PAB dice que está sin comprobar"
                      bounds={{ max: serverToday() }}
                    />
                  </FieldGrid>
                  <CheckboxGroupField
                    name="columnas_giros"
                    label="Columnas del archivo CSV"
                    help="Sin ninguna marcada, todas"
                    columns={3}
                    options={columnOptions}
                  />
                </FieldGrid>
              </Section>
            </SectionGroup>
            <SectionGroup title={groups.accounting}>
              <Section
                title="Comprobantes"
                description="Cuentas del programa contable. Sin su cuenta, un comprobante no se exporta."
              >
                <FieldGrid columns={2}>
                  {entryAccountNames.map((name) => (
                    <TextField
                      key={name}
                      name={name}
                      label={entryAccounts[name]}
                      help={name === 'cuenta_iva' ? 'Vacía, el IVA va con el costo' : undefined}
                      maxLength={20}
                    />
                  ))}
                  <SelectField
                    name="contrapartida"
                    label="Contrapartida de una caja"
                    help="Cámbiela con todo exportado y pagado"
                    options={counterAccountOptions}
                  />
                  <SelectField
                    name="plantilla_comprobantes"
                    label="Archivo de los comprobantes"
                    options={entryTemplateOptions}
                  />
                  <DateField
                    name="comprobantes_desde"
                    label="Comprobantes desde"
                    help="Lo anterior ya está en el programa contable"
                    bounds={{ max: serverToday() }}
                  />
                </FieldGrid>
              </Section>
              <Section
                title="Retención en la fuente"
                description="Desde cuántas UVT la llevan las categorías que en «Topes» son un servicio o una compra."
              >
                <WithholdingFields facts={facts} />
              </Section>
            </SectionGroup>
            <SectionGroup title={groups.terms}>
              <Section
                title="Metas de cada etapa"
                description="Días hábiles que una caja puede esperar. Lo que los pasa, en rojo; vacío, sin meta."
              >
                <FieldGrid columns={2}>
                  {targets.map(([state, name]) => (
                    <TextField
                      key={name}
                      name={name}
                      label={`Días en ${boxStates[state].etapa}`}
                      help={usual(usualSettings.metas[name])}
                      inputMode="numeric"
                      maxLength={3}
                    />
                  ))}
                </FieldGrid>
              </Section>
              <Section
                title="Recordatorios a la tienda"
                description="Días hábiles tras los cuales aparece en los pendientes de la tienda."
              >
                <NumberFields names={reminderNames} labels={reminderLabels} />
              </Section>
              <Section
                title="Tiempo hábil"
                description="En él se cuentan las metas y las esperas, sin los 18 festivos de Colombia."
              >
                <HoursFields horario={facts.horario} />
              </Section>
            </SectionGroup>
            <SectionGroup title={groups.deviations}>
              <Section
                title="Umbrales"
                description="Desde dónde algo permitido aparece en las desviaciones del flujo de trabajo."
              >
                <NumberFields names={thresholdNames} labels={thresholdLabels} />
              </Section>
            </SectionGroup>
            <SectionGroup title={groups.access}>
              <Section
                title="Correo diario"
                description="Reúne lo que cada persona prefiere leer una vez al día; sale a esta hora de Colombia."
              >
                <FieldGrid columns={2}>
                  <TextField
                    name="hora_correo"
                    label="Hora del correo diario"
                    help={`Entre 00:00 y 23:59. ${usual(usualSettings.hora_correo)}`}
                    maxLength={5}
                  />
                </FieldGrid>
              </Section>
              <Section
                title="Datos personales"
                description="Cada persona lo lee al ingresar, y otra vez si cambia (Ley 1581 de 2012)."
              >
                <TextAreaField
                  name="aviso_datos"
                  label="Aviso de tratamiento de datos"
                  help="Vacío, no hay aviso"
                  maxLength={4_000}
                />
              </Section>
              <Section
                title="Segundo factor"
                description="Quien tenga uno de estos perfiles deberá activarlo en su siguiente ingreso."
              >
                <CheckboxGroupField
                  name="perfiles_segundo_factor"
                  label="Perfiles que lo exigen"
                  help={usual('ninguno')}
                  columns={2}
                  options={profileOptions}
                />
              </Section>
            </SectionGroup>
          </>
        )}
      </RecordForm>
    </Page>
  );
}

/** The rule that holds last, with the day from which a changed one does; that of today above. */
function WithholdingFields({ facts }: { facts: SettingsFacts }) {
  const { values } = useFormikContext<ReturnType<typeof initialSettingsValues>>();
  const today = serverToday();
  const isChanged = Object.keys(changedWithholding(values, facts)).length > 0;
  const current = withholdingOn(facts.retenciones, today);
  const next = facts.retenciones.filter(({ desde }) => desde > today);
  return (
    <FieldGrid columns={2}>
      <MoneyField name="uvt" label="UVT" help="En pesos" />
      <TextField
        name="uvt_fuente"
        label="Norma"
        help="Qué norma dice estos valores"
        maxLength={200}
      />
      <TextField
        name="uvt_servicio"
        label="UVT de un servicio"
        help="Desde estas"
        inputMode="numeric"
        maxLength={3}
      />
      <TextField
        name="uvt_compra"
        label="UVT de una compra"
        help="Desde estas"
        inputMode="numeric"
        maxLength={3}
      />
      {isChanged ? (
        <DateField
          name="uvt_desde"
          label="La retención nueva rige desde"
          help="Vacío, desde mañana. Lo ya registrado conserva la suya"
          bounds={{ min: daysFrom(today, 1) }}
        />
      ) : null}
      {next.length === 0 || current === undefined ? null : (
        <chakra.p textStyle="sm" color="fg.muted">
          {`Hoy: UVT de ${formatPesos(current.uvt)}. Lo de arriba, desde el ${next.map(({ desde }) => dayInWords(desde)).join(' y el ')}.`}
        </chakra.p>
      )}
    </FieldGrid>
  );
}

/** Settings that always require a number. */
const NumberFields = <Name extends NumberField>({
  names,
  labels,
}: {
  names: readonly Name[];
  labels: Record<Name, readonly [label: string, which: string]>;
}) => (
  <FieldGrid columns={2}>
    {names.map((name) => {
      const [label, which] = labels[name];
      return (
        <TextField
          key={name}
          name={name}
          label={label}
          help={`${which}. ${usual(String(usualNumbers[name]))}`}
          required
          inputMode="numeric"
          maxLength={3}
        />
      );
    })}
  </FieldGrid>
);
