// The Mantine theme.
import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** The tokens of `tokens.css` as a Mantine theme. Component sizes are in `base.css`. */
export const theme = createTheme({
  primaryColor: 'jadran',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    jadran: [
      '#f0f6ff',
      '#deedff',
      '#c1dbff',
      '#9ac4fc',
      '#6fa7f2',
      '#4a8be0',
      '#2f74cb',
      '#1b5fb1',
      '#144c8f',
      '#0d376a',
    ],
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '6px', xl: '6px' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '20px', lineHeight: '28px' } } },
  defaultRadius: '6px',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: `Button.extend` and the like would load the components with the theme.
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { size: 32, variant: 'subtle', color: 'gray' } },
    // Also those of every other input.
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'md' } },
  },
})

/**
 * Mantine's colours by our tokens; its defaults for dimmed, error and placeholder text miss a contrast of
 * 4.5:1.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-default': 'var(--bg)',
    '--mantine-color-default-hover': 'var(--bg-hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-2)',
    '--mantine-color-disabled': 'var(--bg-press)',
    '--mantine-color-disabled-color': 'var(--text-off)',
    '--mantine-color-disabled-border': 'transparent',
    '--mantine-color-jadran-filled': 'var(--accent)',
    '--mantine-color-jadran-filled-hover': 'var(--accent-hover)',
    '--mantine-color-jadran-light': 'var(--accent-bg)',
    '--mantine-color-jadran-light-color': 'var(--accent-text)',
    '--mantine-color-jadran-text': 'var(--accent-text)',
    '--mantine-color-gray-text': 'var(--text-2)',
    '--mantine-color-gray-light-color': 'var(--text-2)',
    '--mantine-color-gray-light-hover': 'var(--bg-hover)',
    '--mantine-color-red-filled': 'var(--bad-fill)',
    '--mantine-color-red-filled-hover': 'var(--bad-fill)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-shadow-md': 'var(--shadow)',
    '--mantine-shadow-xl': 'var(--shadow-lg)',
  },
  light: {},
  dark: {},
})
