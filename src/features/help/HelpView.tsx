import { chakra } from '@chakra-ui/react/styled-system';
import { type ProfileId, isProfileId } from '#machines/domain/people/profiles.ts';
import { factsOf, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../shell/session.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { openScreens } from '../../shell/screens/screen-table.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { pageSetting } from '../../wire/page-settings.ts';

/** URLs of the pictures; no picture is fetched before this page opens. */
const files = import.meta.glob<string>('./pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** ayuda: one page about the work of the user's profile. */
export function HelpView() {
  const person = Session.useSelector(factsOf);
  const profile = person?.tipoperfil_id ?? 0;
  const page = isProfileId(profile) ? helpPages[profile] : null;
  return (
    <Page title={openScreens.ayuda.label} subtitle={person?.tipoperfil_nombre} width="narrow">
      {page === null ? null : (
        <>
          <Section>
            <chakra.ol listStyleType="decimal" ps="6" display="grid" gap="2.5">
              {page.sentences.map((sentence) => (
                <li key={textOf(sentence)}>
                  <SentenceText sentence={sentence} />
                </li>
              ))}
            </chakra.ol>
          </Section>
          <chakra.div display="grid" gap="5" gridTemplateColumns={{ md: '1fr 1fr' }}>
            {page.pictures.map((name) => (
              <Picture key={name} name={name} />
            ))}
          </chakra.div>
        </>
      )}
      <chakra.p textStyle="sm" color="fg.muted">
        Versión {pageSetting('version')}
      </chakra.p>
    </Page>
  );
}

/** The name in «» leads to its screen, for a user who may open it. */
function SentenceText({ sentence }: { sentence: Sentence }) {
  const permissions: readonly string[] = Session.useSelector(permissionsOf);
  const [text, screen] = typeof sentence === 'string' ? [sentence] : sentence;
  const [before = '', name, after] = text.split(/[«»]/);
  if (screen === undefined || name === undefined) return text;
  const to = pathTo(screen);
  const [, permission = ''] = to.split('/');
  if (screen !== 'cuenta' && !permissions.includes(permission)) return text;
  return (
    <>
      {before}«<TextLink to={to}>{name}</TextLink>»{after}
    </>
  );
}

function Picture({ name }: { name: PictureName }) {
  return (
    <chakra.figure layerStyle="frame" overflow="hidden">
      <chakra.img
        src={files[`./pictures/${name}.webp`]}
        alt=""
        width="100%"
        height="auto"
        aspectRatio="16 / 9"
        loading="lazy"
      />
      <chakra.figcaption textStyle="sm" color="fg.muted" p="3" borderTopWidth="1px">
        {pictures[name]}
      </chakra.figcaption>
    </chakra.figure>
  );
}

/** Content of the help: per profile, ten sentences in the order of the work and two pictures of its screens. */

/** A sentence; with the screen to which its name in «» leads. */
type Sentence = string | readonly [text: string, screen: HelpScreen];

type HelpScreen =
  | 'business'
  | 'cajasPendientes'
  | 'catalogos'
  | 'comprobantes'
  | 'consolidado'
  | 'crearTienda'
  | 'crearUsuario'
  | 'cuenta'
  | 'flujo'
  | 'gastos'
  | 'giros'
  | 'historialCaja'
  | 'importarAperturas'
  | 'importarFacturas'
  | 'importarTiendas'
  | 'invitaciones'
  | 'listarEmpresa'
  | 'listarTiendas'
  | 'listarUsuarios'
  | 'misPendientes'
  | 'recibirPapeles'
  | 'verTiendas';

export const textOf = (sentence: Sentence): string =>
  typeof sentence === 'string' ? sentence : sentence[0];

/** Captions by file name in `pictures`; scripts/pictures.mjs generates the files. */
export const pictures = {
  usuarios: 'Lista de usuarios con su perfil y su estado',
  configuracion: 'Configuración en grupos, con el valor por defecto de cada dato',
  'caja-actual': 'Reembolso Actual: el fondo, los gastos y el botón Enviar',
  'registrar-gasto': 'Registro de un gasto: primero el soporte, después los datos',
  pendientes: 'Mis pendientes: una fila por caja, la más antigua primero',
  decidir: 'Decidir un gasto: el soporte junto a los datos y la decisión',
  mantenimiento: 'Decidir un gasto de mantenimiento, con su soporte al lado',
  tiendas: 'Tiendas con la base y el dinero disponible de cada fondo',
  'cajas-pendientes': 'Cajas pendientes de contabilidad, con su estado y su valor',
  contabilidad: 'Decidir en contabilidad: la itemización y las observaciones',
  'lista-tiendas': 'Lista de tiendas con su base y su disponible',
  'historial-tienda': 'Historial de una tienda: solicitado, aprobado y estado',
  flujo: 'Flujo de trabajo: cuántas cajas hay en cada estado',
} as const;

type PictureName = keyof typeof pictures;

interface HelpPage {
  sentences: readonly Sentence[];
  pictures: readonly [PictureName, PictureName];
}

const store = {
  sentences: [
    ['En «Tiendas» abra su caja: muestra el fondo y los gastos registrados.', 'listarTiendas'],
    'Oprima «Registrar gasto» y empiece por la foto o el PDF del soporte.',
    'Si la factura es electrónica, escanee su código QR: los datos se llenan solos.',
    'Elija un proveedor reciente o escriba su documento; si es nuevo, se pide su dirección.',
    'Sin señal, el gasto espera en el teléfono y se envía solo cuando vuelva.',
    'Revise las novedades antes de enviar: un recibo repetido o un valor fuera del fondo.',
    'Con «Enviar» la caja recibe su número y se abre la siguiente.',
    'Un gasto rechazado se corrige mientras la caja siga en esa etapa.',
    ['Lo que vuelve a usted está en «Mis pendientes»: papeles, dinero, rechazos.', 'misPendientes'],
    'Con «Arqueo» cuente el efectivo: se compara con lo que debe haber.',
  ],
  pictures: ['caja-actual', 'registrar-gasto'],
} as const satisfies HelpPage;

export const helpPages: Record<ProfileId, HelpPage> = {
  1: {
    sentences: [
      ['En «Configuración» escriba el NIT de la empresa y cómo paga.', 'business'],
      ['En «Catálogos» revise las categorías y la cuenta de cada una.', 'catalogos'],
      ['En «Crear tienda» cree cada una con las personas que responden por ella.', 'crearTienda'],
      ['En «Crear usuario» cree a los demás: su perfil les da las pantallas.', 'crearUsuario'],
      ['Sin correo, entregue en «Invitaciones» el enlace de cada persona.', 'invitaciones'],
      ['Con «Importar tiendas» muchas llegan, o cambian, en un archivo.', 'importarTiendas'],
      ['Si empieza a mitad de mes, use «Importar aperturas».', 'importarAperturas'],
      ['En «Empresas de envío» indique la ciudad; NACIONAL atiende a todas.', 'listarEmpresa'],
      ['Quien se va pasa todo a otra persona de su perfil en «Usuarios».', 'listarUsuarios'],
      'Desactive en vez de borrar: lo que ya se registró conserva su nombre.',
    ],
    pictures: ['usuarios', 'configuracion'],
  },
  2: store,
  3: {
    sentences: [
      [
        '«Mis pendientes» dice qué espera su decisión, con la caja más antigua primero.',
        'misPendientes',
      ],
      'Abra una caja y decida sus gastos uno tras otro, con el soporte al lado.',
      'Si la imagen no se ve, la aplicación pregunta antes de aprobar.',
      'Toda decisión lleva una observación; oprima una frase y complétela.',
      '«Aprobar y seguir» escribe la última frase de sus aprobaciones, que muestra completa.',
      'Para rechazar, elija también el motivo: la tienda lo lee y puede corregir.',
      'En «Ver soportes» se aprueban juntos los gastos que no tienen novedad.',
      'Si hay varias facturas electrónicas, elija la que corresponde al gasto.',
      'Con todos los gastos decididos, envíe la caja: sigue la etapa siguiente.',
      ['Si se ausenta, registre en «Mi cuenta» quién decide mientras tanto.', 'cuenta'],
    ],
    pictures: ['pendientes', 'decidir'],
  },
  4: { ...store, pictures: ['tiendas', 'registrar-gasto'] },
  5: {
    sentences: [
      [
        '«Mis pendientes» dice qué cajas tienen gastos de mantenimiento por decidir.',
        'misPendientes',
      ],
      'Solo decide los gastos pendientes de mantenimiento; los demás se leen.',
      'El soporte está al lado: amplíelo, gírelo o ábralo en otra pestaña.',
      'Si la imagen no se ve, la aplicación pregunta antes de aprobar.',
      'Toda decisión lleva una observación; oprima una frase y complétela.',
      'Las frases de una aprobación son de sus aprobaciones; las de un rechazo, de sus rechazos.',
      'Para rechazar, elija también el motivo: la tienda lo lee.',
      'Una novedad no impide decidir, pero conviene abrirla y comparar.',
      'Con todos los gastos decididos, envíe la caja a contabilidad.',
      ['Las cajas que ya pasaron por aquí están en «Historial de cajas».', 'historialCaja'],
    ],
    pictures: ['pendientes', 'mantenimiento'],
  },
  6: {
    sentences: [
      [
        'En «Cajas pendientes» están las de contabilidad (primera) y las de la (final).',
        'cajasPendientes',
      ],
      'En contabilidad (primera) decide cada gasto y lo reparte en categorías e impuestos.',
      'Complete clase de documento y tipo de persona; el resto se propone: tómelo con Tab.',
      ['Con «Importar facturas electrónicas» se enlazan con sus gastos.', 'importarFacturas'],
      'Con todos los gastos decididos, envíe la caja: la tienda manda los soportes.',
      [
        'Los soportes llegan en «Recibir papeles»; después viene contabilidad (final).',
        'recibirPapeles',
      ],
      'Al enviarla en contabilidad (final), la caja queda cerrada y no cambia más.',
      ['En «Giros» prepare lo que se debe a las tiendas; otra persona autoriza.', 'giros'],
      ['En «Comprobantes» exporte lo cerrado a su programa contable.', 'comprobantes'],
      ['«Flujo de trabajo» muestra qué cajas se demoran y en manos de quién.', 'flujo'],
    ],
    pictures: ['cajas-pendientes', 'contabilidad'],
  },
  7: {
    sentences: [
      'Todo se puede leer y nada se cambia: cajas, gastos, soportes y decisiones.',
      ['En «Lista de tiendas» vea la base y el disponible de cada fondo.', 'verTiendas'],
      'Abra una tienda para ver su historial y sus arqueos.',
      ['En «Gastos» compare un mes con los anteriores y con tiendas del mismo formato.', 'gastos'],
      'Cada gasto muestra su soporte y las observaciones de cada etapa.',
      'Las novedades señalan repetidos, valores altos y facturas no encontradas.',
      'Un arqueo sorpresivo se registra en los arqueos de la tienda.',
      ['«Flujo de trabajo» muestra las demoras por tienda y por persona.', 'flujo'],
      'En «Desviaciones» está lo que las reglas permiten y conviene mirar.',
      ['«Descargar consolidado» baja los gastos de un periodo en un libro XLSX.', 'consolidado'],
    ],
    pictures: ['lista-tiendas', 'flujo'],
  },
  8: {
    sentences: [
      ['En «Lista de tiendas» están las suyas, con su base y su disponible.', 'verTiendas'],
      ['En «Gastos» compare un mes con los anteriores y con tiendas parecidas.', 'gastos'],
      'Abra una tienda para ver el historial de sus cajas.',
      'Cada caja dice cuánto solicitó la tienda y cuánto se aprobó.',
      'El estado dice en qué etapa está y quién la tiene.',
      'Abra una caja para ver sus gastos, y un gasto para ver su soporte.',
      'Una novedad señala algo por mirar: no es un rechazo.',
      'Las observaciones de cada etapa están al final del gasto.',
      'Los arqueos de la tienda comparan el efectivo con lo que debe haber.',
      'Usted lee todo lo de sus tiendas; decidir es de cada etapa.',
    ],
    pictures: ['lista-tiendas', 'historial-tienda'],
  },
};
