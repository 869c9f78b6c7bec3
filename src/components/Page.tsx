import { Heading } from '@chakra-ui/react/heading';
import { chakra } from '@chakra-ui/react/styled-system';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { BRAND } from './brand.ts';
import { LinkButton } from './LinkButton.tsx';

export interface PageProps {
  title: string;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** Further lines of a dense head, which stays in sight on wide screens. */
  band?: ReactNode;
  /** 'narrow' for forms. */
  width?: 'full' | 'narrow';
  children: ReactNode;
}

const airy = {
  head: {},
  line: {
    flexDirection: { base: 'column', md: 'row' },
    alignItems: { base: 'stretch', md: 'end' },
    gap: '4',
  },
  names: {},
  back: { ms: '-3', mb: '1' },
  backLabel: {},
  title: { fontSize: { base: '2xl', md: '3xl' }, lineHeight: '1.2', overflowWrap: 'anywhere' },
  subtitle: { mt: '1' },
  actions: { flexShrink: 0 },
  gap: { base: '5', md: '6' },
} as const;

/** Its names stand in one line, and what is too long for it is cut off. */
const dense = {
  head: {
    position: { base: 'relative', lg: 'sticky' },
    top: '0',
    zIndex: { lg: 'docked' },
    mt: { base: '-2', md: '-4' },
    px: { base: '4', md: '5' },
    py: '1.5',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '1',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    boxShadow: 'card',
  },
  line: {
    alignItems: 'center',
    flexWrap: { base: 'wrap', md: 'nowrap' },
    gap: { base: '1', md: '3' },
    minH: '8',
  },
  names: {
    display: { base: 'contents', md: 'flex' },
    alignItems: 'center',
    columnGap: '3',
    whiteSpace: { md: 'nowrap' },
  },
  back: { ms: '-3', me: '-2', flexShrink: 0 },
  backLabel: { mdDown: { srOnly: true } },
  title: {
    flex: { base: '1 1 70%', md: '0 1 auto' },
    fontSize: 'lg',
    lineHeight: '1.4',
    minW: '0',
    truncate: true,
  },
  subtitle: { flex: { base: '1 1 9rem', md: '0 1 auto' }, textStyle: 'sm', truncate: true },
  actions: { minW: '0' },
  gap: { base: '2', md: '3' },
} as const;

/** A screen: title (also of the browser tab), way back, actions and content. */
export function Page({
  title,
  subtitle,
  back,
  actions,
  band,
  width = 'full',
  children,
}: PageProps) {
  const look = band === undefined ? airy : dense;
  const heading = useRef<HTMLHeadingElement>(null);

  // A screen that was opened by a link which is gone now has lost the focus: reading goes on at its title.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);

  return (
    <chakra.div
      width="full"
      maxW={width === 'narrow' ? '4xl' : '8xl'}
      mx="auto"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap={look.gap}
    >
      <title>{`${title} · ${BRAND}`}</title>
      <chakra.div css={look.head}>
        <chakra.div display="flex" justifyContent="space-between" css={look.line}>
          <chakra.div minW="0" css={look.names}>
            {back ? (
              <chakra.div css={look.back}>
                <LinkButton to={back.to} icon={ArrowLeft} variant="ghost" size="sm" tone="primary">
                  <chakra.span css={look.backLabel}>{back.label}</chakra.span>
                </LinkButton>
              </chakra.div>
            ) : null}
            <Heading
              as="h1"
              ref={heading}
              tabIndex={-1}
              letterSpacing="-0.015em"
              outline="none"
              css={look.title}
            >
              {title}
            </Heading>
            {subtitle ? (
              <chakra.div color="fg.muted" css={look.subtitle}>
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
              css={look.actions}
            >
              {actions}
            </chakra.div>
          ) : null}
        </chakra.div>
        {band}
      </chakra.div>
      {children}
    </chakra.div>
  );
}
