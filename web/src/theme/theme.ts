import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { optionFilter } from '../ui/form/optionFilter'

/** Violet, the colour of chicha morada, marks what the user can act on. */
const morado: MantineColorsTuple = [
  '#f7f2fa',
  '#ecdff3',
  '#d9c3e6',
  '#c3a2d6',
  '#ab80c4',
  '#9561b3',
  '#7d469c',
  '#66337f',
  '#522867',
  '#3c1d4c',
]

/* Mantine's own grays are cool; beside our warm surfaces every default control would look blue. */
const gray: MantineColorsTuple = [
  '#f9f8f6',
  '#f1efec',
  '#e4e1dc',
  '#dad6d0',
  '#cfcac3',
  '#aaa4a0',
  '#857f84',
  '#635d66',
  '#3d3841',
  '#1d1a20',
]
const dark: MantineColorsTuple = [
  '#f0eef2',
  '#c9c4ce',
  '#aaa4b0',
  '#7d7784',
  '#3d3a43',
  '#302e35',
  '#242328',
  '#1c1b1f',
  '#141316',
  '#0f0e11',
]

// It is a block of its own: within a line of larger letters it would be higher than the text beside it.
const fieldLabel = {
  label: {
    display: 'block',
    width: 'fit-content',
    fontWeight: 600,
    fontSize: 'var(--fs-label)',
    marginBottom: 6,
  },
  error: { paddingTop: 2, lineHeight: 1.35 },
}

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  primaryColor: 'morado',
  primaryShade: { light: 7, dark: 6 },
  colors: { morado, gray, dark },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '18px', xl: '22px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Controls are at least as high as a finger.
    Button: {
      defaultProps: { size: 'md' },
      styles: { label: { fontWeight: 600 } },
      vars: () => ({ root: { '--button-height-md': '44px' } }),
    },
    Input: { vars: () => ({ wrapper: { '--input-height-md': '44px' } }) },
    // The label fills a box that has a height of its own.
    SegmentedControl: { styles: { label: { height: '100%', display: 'grid', alignItems: 'center' } } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    TextInput: { defaultProps: { size: 'md' }, styles: fieldLabel },
    PasswordInput: {
      defaultProps: { size: 'md' },
      // The focus ring is drawn around the inside of the field.
      styles: { ...fieldLabel, innerInput: { borderRadius: 'inherit' } },
      vars: () => ({ root: { '--psi-button-size': '44px' } }),
    },
    NumberInput: { defaultProps: { size: 'md' }, styles: fieldLabel },
    Select: { defaultProps: { size: 'md', filter: optionFilter }, styles: fieldLabel },
    NativeSelect: { defaultProps: { size: 'md' }, styles: fieldLabel },
    Textarea: { defaultProps: { size: 'md' }, styles: fieldLabel },
    DateInput: { defaultProps: { size: 'md' }, styles: fieldLabel },
    TimePicker: { defaultProps: { size: 'md' }, styles: fieldLabel },
  },
})

/** Mantine's semantic variables follow our tokens, so that one file decides every colour. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-placeholder': 'var(--muted)',
  }
  return {
    variables: {},
    light: {
      ...shared,
      '--mantine-color-default-hover': 'var(--sunken)',
      '--mantine-color-default-border': '#dad6d0',
    },
    dark: {
      ...shared,
      '--mantine-color-default-hover': '#2c2a31',
      '--mantine-color-default-border': '#3d3a43',
    },
  }
}
