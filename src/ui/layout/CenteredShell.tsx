import { Heading } from '@chakra-ui/react/heading';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { BrandMark } from './BrandMark.tsx';
import { BRAND } from './brand.ts';

interface CenteredShellProps {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

/** The frame of the screens before the session: brand and one card in the middle. */
export function CenteredShell({ title, subtitle, children, footer }: CenteredShellProps) {
  return (
    <chakra.main
      minH="100dvh"
      display="grid"
      placeItems="center"
      px="4"
      py="8"
      bg="bg.brand"
      backgroundImage="radial-gradient(60rem 40rem at 85% -10%, {colors.teal.700}, transparent), radial-gradient(50rem 36rem at 0% 110%, {colors.teal.800}, transparent)"
    >
      <title>{`${title} · ${BRAND}`}</title>
      <chakra.div width="full" maxW="27rem">
        <chakra.div
          display="flex"
          alignItems="center"
          justifyContent="center"
          gap="3"
          mb="6"
          color="white"
        >
          <BrandMark size={44} />
          <chakra.span fontSize="2xl" fontWeight="bold" letterSpacing="-0.015em">
            {BRAND}
          </chakra.span>
        </chakra.div>
        <chakra.div bg="bg.panel" borderRadius="2xl" boxShadow="lg" p={{ base: '6', sm: '8' }}>
          <Heading as="h1" fontSize="xl" textAlign="center">
            {title}
          </Heading>
          {subtitle ? (
            <chakra.div color="fg.muted" textAlign="center" mt="1.5">
              {subtitle}
            </chakra.div>
          ) : null}
          <chakra.div mt="6">{children}</chakra.div>
        </chakra.div>
        {footer ? (
          <chakra.div
            mt="5"
            textAlign="center"
            textStyle="sm"
            color="teal.50"
            css={{ '& a': { color: 'inherit' } }}
          >
            {footer}
          </chakra.div>
        ) : null}
      </chakra.div>
    </chakra.main>
  );
}
