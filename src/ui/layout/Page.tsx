import { Heading } from '@chakra-ui/react/heading';
import { type SystemStyleObject, chakra } from '@chakra-ui/react/styled-system';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, createContext, useContext, useEffect, useRef } from 'react';
import { LinkButton } from '../fields/LinkButton.tsx';
import { returning, returnPath } from '../table/list-positions.ts';
import { BRAND } from './CenteredShell.tsx';

/** Number of pending items of the user, shown in the title of the browser tab. */
export const WaitingContext = createContext(0);

/** The title of a screen and of the browser tab. */
export function PageTitle({
  look,
  tab,
  children,
}: {
  look: SystemStyleObject;
  /** Title of the browser tab when the title of the screen is not specific enough. */
  tab?: string | undefined;
  children: string;
}) {
  const waiting = useContext(WaitingContext);
  const heading = useRef<HTMLHeadingElement>(null);

  // When the link that opened the screen is unmounted, the focus is lost: the title then takes it.
  // In the next frame, since giving the focus forces a layout, which the browser does then anyway.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <>
      <title>{`${waiting > 0 ? `(${waiting}) ` : ''}${tab ?? children} · ${BRAND}`}</title>
      <Heading
        as="h1"
        ref={heading}
        tabIndex={-1}
        letterSpacing="-0.015em"
        outline="none"
        css={look}
      >
        {children}
      </Heading>
    </>
  );
}

export interface PageProps {
  title: string;
  /** Title of the browser tab when the title of the screen is not specific enough. */
  tab?: string | undefined;
  /** Name of the displayed record, below the title and in the browser tab. */
  subject?: string | undefined;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** On a phone the actions are beside a short title, not below it. */
  actionsBeside?: boolean;
  /** 'narrow' for forms. */
  width?: 'full' | 'narrow';
  /** On wide screens the header is one line and the content takes the whole height. */
  dense?: boolean;
  children: ReactNode;
}

/** A screen: title (also of the browser tab), back link, actions and content. */
export function Page({
  title,
  subject,
  tab = subject && `${subject} · ${title}`,
  subtitle = subject,
  back,
  actions,
  actionsBeside = false,
  width = 'full',
  dense = false,
  children,
}: PageProps) {
  return (
    <chakra.div
      width="full"
      maxW={width === 'narrow' ? '4xl' : '8xl'}
      mx="auto"
      // In print a grid would not move its rows when a table continues on the next page.
      display={{ base: 'grid', _print: 'flex' }}
      flexDirection="column"
      gridTemplateColumns="minmax(0, 1fr)"
      gap={{ base: '5', md: '6' }}
      css={dense ? denseLook : undefined}
    >
      <chakra.div
        data-header=""
        display="flex"
        flexDirection={{ base: actionsBeside ? 'row' : 'column', md: 'row' }}
        alignItems={{ base: actionsBeside ? 'center' : 'stretch', md: 'flex-end' }}
        justifyContent="space-between"
        flexWrap={{ md: 'wrap' }}
        gap="4"
      >
        {/* Many actions wrap below a long title. */}
        <chakra.div data-head="" minW="0" flex={{ md: '1 0 12rem' }}>
          {back ? (
            <chakra.div ms="-3" mb="1" _print={{ display: 'none' }}>
              <BackLink to={back.to}>
                <span data-back="">{back.label}</span>
              </BackLink>
            </chakra.div>
          ) : null}
          <PageTitle look={titleLook} tab={tab}>
            {title}
          </PageTitle>
          {subtitle ? (
            <chakra.div color="fg.muted" mt="1">
              {subtitle}
            </chakra.div>
          ) : null}
        </chakra.div>
        {actions ? (
          <chakra.div
            display="flex"
            flexWrap="wrap"
            gap="3"
            alignItems="center"
            mdDown={sharedLine}
          >
            {actions}
          </chakra.div>
        ) : null}
      </chakra.div>
      {children}
    </chakra.div>
  );
}

/** On a phone several actions share lines, without icons. */
const sharedLine = {
  '&:has(> * + *) :is(a, button)': { flexGrow: '1', px: '2', '& svg': { display: 'none' } },
} as const;

/** Link back to the list as the user left it. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <LinkButton to={returnPath(to)} state={returning} icon={ArrowLeft} variant="ghost" size="sm">
    {children}
  </LinkButton>
);

const titleLook = {
  fontSize: '2xl',
  lineHeight: '1.2',
  overflowWrap: 'anywhere',
} as const;

/** The facts of the screen are stronger than its title, and near the top. */
const denseLook = {
  gap: { base: '3', md: '4' },
  '& h1': { fontSize: 'md', fontWeight: 'medium', color: 'fg.muted' },
  // Back link, title and actions are one line; the record is among the facts.
  mdDown: {
    mt: '-3',
    gap: '2',
    '& > [data-header]': { flexDirection: 'row', alignItems: 'center', gap: '1' },
    '& > [data-header] > *': { flexWrap: 'nowrap' },
    '& [data-head]': { display: 'flex', alignItems: 'center', flex: '1 1 0' },
    '& [data-head] > *': { my: '0' },
    '& [data-head] > h1': { fontSize: 'xs', lineClamp: 2 },
    '& [data-head] > h1 ~ *': { display: 'none' },
    '& [data-back]': { srOnly: true },
  },
  xl: {
    maxW: 'none',
    height: 'calc(100dvh - 2rem)',
    my: '-4',
    gap: '3',
    gridTemplateRows: 'auto minmax(0, 1fr)',
    '& [data-head]': { display: 'flex', alignItems: 'center', columnGap: '3' },
    '& [data-head] > *': { m: '0', whiteSpace: 'nowrap' },
  },
} as const;
