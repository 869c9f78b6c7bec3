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
  /** 'narrow' for forms. */
  width?: 'full' | 'narrow';
  /** On wide screens the head is one line and the content takes the whole height. */
  dense?: boolean;
  children: ReactNode;
}

/** A screen: title (also of the browser tab), way back, actions and content. */
export function Page({
  title,
  subtitle,
  back,
  actions,
  width = 'full',
  dense = false,
  children,
}: PageProps) {
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
      gap={{ base: '5', md: '6' }}
      css={dense ? denseLook : undefined}
    >
      <title>{`${title} · ${BRAND}`}</title>
      <chakra.div
        display="flex"
        flexDirection={{ base: 'column', md: 'row' }}
        alignItems={{ base: 'stretch', md: 'flex-end' }}
        justifyContent="space-between"
        gap="4"
      >
        <chakra.div data-head="" minW="0">
          {back ? (
            <chakra.div ms="-3" mb="1">
              <LinkButton to={back.to} icon={ArrowLeft} variant="ghost" size="sm" tone="primary">
                {back.label}
              </LinkButton>
            </chakra.div>
          ) : null}
          <Heading
            as="h1"
            ref={heading}
            tabIndex={-1}
            fontSize={{ base: '2xl', md: '3xl' }}
            lineHeight="1.2"
            letterSpacing="-0.015em"
            outline="none"
            overflowWrap="anywhere"
          >
            {title}
          </Heading>
          {subtitle ? (
            <chakra.div color="fg.muted" mt="1">
              {subtitle}
            </chakra.div>
          ) : null}
        </chakra.div>
        {actions ? (
          <chakra.div display="flex" flexWrap="wrap" gap="3" flexShrink="0" alignItems="center">
            {actions}
          </chakra.div>
        ) : null}
      </chakra.div>
      {children}
    </chakra.div>
  );
}

const denseLook = {
  xl: {
    maxW: 'none',
    height: 'calc(100dvh - 2rem)',
    my: '-4',
    gap: '3',
    gridTemplateRows: 'auto minmax(0, 1fr)',
    '& [data-head]': { display: 'flex', alignItems: 'center', columnGap: '3' },
    '& [data-head] > *': { m: '0', whiteSpace: 'nowrap' },
    '& h1': { fontSize: 'lg' },
  },
} as const;
