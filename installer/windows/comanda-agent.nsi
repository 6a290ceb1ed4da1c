; Set-up program of the print agent for Windows, 64 bit. Built by scripts/installers with
;   makensis -DVERSION=1.2.3 -DPROGRAM=comanda-agent.exe -DOUT=comanda-agent-1.2.3.exe comanda-agent.nsi
;
; Guided: welcome, files and service, pairing code, end.
; Silent: setup.exe /S [/SERVER=https://mirestaurante.pe /CODE=123456 [/PROXY=http://proxy:3128] [/CA=C:\company.pem]]
;         [/D=C:\folder]
;         ends with 0, 1 (cancelled), 2 (files or service), 3 (installed, but not paired)
; Remove: uninstall.exe /S [/PURGE]
; Installing over an older version keeps %ProgramData%\Comanda, so does removing, unless asked otherwise.
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
ManifestDPIAware true
RequestExecutionLevel admin

!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include x64.nsh

!define EXE comanda-agent.exe
!define TITLE "Comanda: agente de impresión"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\ComandaAgent"
!define CONSOLE "$SMPROGRAMS\Comanda\Consola del agente.lnk"
!define ERROR_FILES 2
!define ERROR_PAIRING 3
; How often a running agent is looked at until it has ended, 500 ms apart: it finishes the ticket it prints.
!define LOOKS 60

Name "${TITLE}"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\Comanda"
BrandingText "Comanda ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "${TITLE}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Instalador de ${TITLE}"
VIAddVersionKey LegalCopyright "Comanda"

Var Server
Var Code
Var Way ; how the server is reached: further options of `pair`
Var ServerField
Var CodeField
Var Data ; %ProgramData%\Comanda
Var Said ; what the agent wrote on stderr

!define MUI_ICON "comanda.ico"
!define MUI_UNICON "comanda.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "welcome.bmp"
!define MUI_ABORTWARNING
!define MUI_WELCOMEPAGE_TITLE "Agente de impresión de Comanda"
!define MUI_WELCOMEPAGE_TEXT "Este programa instala el servicio que imprime los tickets de Comanda en las impresoras de esta PC y de su red.$\r$\n$\r$\nTen a la mano el código de vinculación: en Comanda, pantalla Impresoras, botón Vincular agente. Vale diez minutos.$\r$\n$\r$\nSi ya estaba instalado, se actualiza: la configuración y los tickets por imprimir se conservan."
!define MUI_FINISHPAGE_TITLE "Listo"
!define MUI_FINISHPAGE_TEXT_LARGE
!define MUI_FINISHPAGE_TEXT "El agente queda como servicio: arranca con Windows y no necesita que nadie inicie sesión.$\r$\n$\r$\nFaltan las impresoras: se buscan y se prueban aquí mismo, o en la pantalla Impresoras de Comanda. Más tarde, con la consola del agente (menú Inicio, Comanda)."
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "Buscar, agregar y probar las impresoras ahora"
!define MUI_FINISHPAGE_RUN_FUNCTION GoOn
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
Page custom PairingPage PairingLeave
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE Spanish

; Runs the agent without a window. $0: its exit code; $Said: what it wrote on stderr.
!macro RunAgent un
Function ${un}RunAgent ; stack: arguments
  Exch $1
  InitPluginsDir
  ; cmd takes the outer quotes away.
  nsExec::Exec '"$SYSDIR\cmd.exe" /d /c ""$INSTDIR\${EXE}" $1 2> "$PLUGINSDIR\said.txt""'
  Pop $0
  Pop $1
  Call ${un}ReadSaid
FunctionEnd

; The agent writes UTF-8; what NSIS itself reads from a file is in the code page of the machine.
Function ${un}ReadSaid
  Push $1
  Push $2
  Push $3
  StrCpy $Said ""
  System::Call 'kernel32::CreateFileW(w "$PLUGINSDIR\said.txt", i 0x80000000, i 3, p 0, i 3, i 0, p 0) p .r1'
  ; Zeros at first, so that the text ends where the bytes end.
  System::Alloc 2048
  Pop $2
  System::Call 'kernel32::ReadFile(p r1, p r2, i 1000, *i .r3, p 0)'
  System::Call 'kernel32::CloseHandle(p r1)'
  System::Call 'kernel32::MultiByteToWideChar(i 65001, i 0, p r2, i -1, w .s, i ${NSIS_MAX_STRLEN})'
  Pop $Said
  System::Free $2
  StrCpy $2 $Said 7
  ${If} $2 == "Error: "
    StrCpy $Said $Said "" 7
  ${EndIf}
  Pop $3
  Pop $2
  Pop $1
FunctionEnd

; Stops the service, and waits until nobody holds the program any more.
Function ${un}StopAgent
  ${IfNot} ${FileExists} "$INSTDIR\${EXE}"
    Return
  ${EndIf}
  Push "service stop"
  Call ${un}RunAgent
  StrCpy $1 0
  ${Do}
    ClearErrors
    FileOpen $2 "$INSTDIR\${EXE}" a
    ${IfNot} ${Errors}
      FileClose $2
      ${ExitDo}
    ${EndIf}
    Sleep 500
    IntOp $1 $1 + 1
  ${LoopUntil} $1 = ${LOOKS}
FunctionEnd
!macroend
!insertmacro RunAgent ""
!insertmacro RunAgent "un."

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_ICONSTOP|MB_OK "Este programa necesita Windows de 64 bits." /SD IDOK
    SetErrorLevel ${ERROR_FILES}
    Quit
  ${EndIf}
  SetRegView 64
  SetShellVarContext all
  StrCpy $Data "$APPDATA\Comanda"
  ReadRegStr $0 HKLM "${LISTED}" "InstallLocation"
  ${If} $0 != ""
    StrCpy $INSTDIR $0
  ${EndIf}
  ${GetParameters} $1
  ; With the space the options are told apart by spaces; by slashes, which addresses have too, otherwise.
  StrCpy $1 " $1"
  ${GetOptions} $1 " /SERVER=" $Server
  ${GetOptions} $1 " /CODE=" $Code
  ${GetOptions} $1 " /PROXY=" $0
  ${If} $0 != ""
    StrCpy $Way ' --proxy "$0"'
  ${EndIf}
  ${GetOptions} $1 " /CA=" $0
  ${If} $0 != ""
    StrCpy $Way '$Way --ca-file "$0"'
  ${EndIf}
FunctionEnd

Section
  SetOutPath "$INSTDIR"
  Call StopAgent
  ClearErrors
  SetOverwrite try
  File "/oname=${EXE}" "${PROGRAM}"
  ${If} ${Errors}
    Push "No se puede reemplazar $INSTDIR\${EXE}. Cierra las ventanas de Comanda y vuelve a ejecutar este programa."
    Call Fail
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  Call ProtectData
  ${If} $Code != ""
  ${AndIf} ${Silent}
    Call Pair
    ${If} $0 <> 0
      SetErrorLevel ${ERROR_PAIRING}
    ${EndIf}
  ${EndIf}
  Call InstallService
  ${If} $0 <> 0
    Push "No se pudo instalar el servicio.$\r$\n$\r$\n$Said"
    Call Fail
  ${EndIf}
  Call Menu
  Call List
SectionEnd

; Tells, and ends.
Function Fail ; stack: what happened
  Pop $1
  DetailPrint $1
  MessageBox MB_ICONSTOP|MB_OK $1 /SD IDOK
  SetErrorLevel ${ERROR_FILES}
  Abort $1
FunctionEnd

; The configuration holds the agent's token: only administrators and the service may read it.
; Who made the folder before, or put something into it, has no more say in it than anybody else.
Function ProtectData
  CreateDirectory "$Data"
  Push '"$Data" /setowner *S-1-5-32-544 /T'
  Call Icacls
  Push '"$Data" /reset'
  Call Icacls
  Push '"$Data" /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F'
  Call Icacls
  Push '"$Data\*" /reset /T'
  Call Icacls
FunctionEnd

Function Icacls ; stack: arguments
  Exch $1
  nsExec::Exec '"$SYSDIR\icacls.exe" $1 /C /Q'
  Pop $0
  Pop $1
FunctionEnd

; $0: 0 if it is paired now.
Function Pair
  Push 'pair --again --server "$Server" --code "$Code"$Way'
  Call RunAgent
FunctionEnd

; Puts the service in place, or renews it, and starts it. Without pairing there is nothing to run. $0: 0 if all is well.
Function InstallService
  StrCpy $0 0
  ${If} ${FileExists} "$Data\agent.toml"
    Push "service install"
    Call RunAgent
  ${EndIf}
FunctionEnd

Function Menu
  CreateDirectory "$SMPROGRAMS\Comanda"
  ; Windows starts what runs as administrator in its own folder, whatever the shortcut says. The icon is that of the
  ; remover: the agent has none.
  CreateShortcut "${CONSOLE}" "$SYSDIR\cmd.exe" '/k "cd /d "$INSTDIR" && ${EXE} --help"' "$INSTDIR\uninstall.exe"
  ; "Run as administrator" is a bit of the shortcut's flags that CreateShortcut cannot set. Without these rights the
  ; agent's files cannot be read.
  FileOpen $0 "${CONSOLE}" a
  FileSeek $0 21
  FileReadByte $0 $1
  IntOp $1 $1 | 0x20
  FileSeek $0 21
  FileWriteByte $0 $1
  FileClose $0
FunctionEnd

; What Windows shows under Programs.
Function List
  WriteRegStr HKLM "${LISTED}" "DisplayName" "${TITLE}"
  WriteRegStr HKLM "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${LISTED}" "Publisher" "Comanda"
  WriteRegStr HKLM "${LISTED}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${LISTED}" "DisplayIcon" "$INSTDIR\uninstall.exe"
  WriteRegStr HKLM "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${LISTED}" "NoModify" 1
  WriteRegDWORD HKLM "${LISTED}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKLM "${LISTED}" "EstimatedSize" $0
FunctionEnd

Function PairingPage
  !insertmacro MUI_HEADER_TEXT "Vincular con el restaurante" "En Comanda: pantalla Impresoras, botón Vincular agente."
  nsDialogs::Create 1018
  Pop $0
  ${If} ${FileExists} "$Data\agent.toml"
    ${NSD_CreateLabel} 0 0 100% 24u "Esta PC ya está vinculada. Para conservar el vínculo deja el código vacío; con un código nuevo se vincula otra vez."
  ${Else}
    ${NSD_CreateLabel} 0 0 100% 24u "Escribe la dirección con la que se abre Comanda en el navegador y el código de seis dígitos. El código vale diez minutos."
  ${EndIf}
  Pop $0
  ${NSD_CreateLabel} 0 32u 100% 10u "Dirección de Comanda, por ejemplo https://mirestaurante.pe"
  Pop $0
  ${NSD_CreateText} 0 44u 100% 13u "$Server"
  Pop $ServerField
  ${NSD_CreateLabel} 0 66u 100% 10u "Código"
  Pop $0
  ${NSD_CreateNumber} 0 78u 60u 13u "$Code"
  Pop $CodeField
  ${NSD_SetTextLimit} $CodeField 6
  ${NSD_SetFocus} $ServerField
  nsDialogs::Show
FunctionEnd

Function PairingLeave
  ${NSD_GetText} $ServerField $Server
  ${NSD_GetText} $CodeField $Code
  ${If} $Code == ""
    ${IfNot} ${FileExists} "$Data\agent.toml"
      MessageBox MB_ICONQUESTION|MB_YESNO "Sin código esta PC no recibe tickets. ¿Terminar sin vincular? Más tarde se puede con este mismo instalador." IDYES unpaired
      Abort
      unpaired:
    ${EndIf}
    Return
  ${EndIf}
  StrLen $0 $Code
  ${If} $0 <> 6
  ${OrIf} $Server == ""
    MessageBox MB_ICONEXCLAMATION|MB_OK "Escribe la dirección de Comanda y los seis dígitos del código."
    Abort
  ${EndIf}
  Call Pair
  ${If} $0 <> 0
    MessageBox MB_ICONEXCLAMATION|MB_OK "No se pudo vincular.$\r$\n$\r$\n$Said"
    Abort
  ${EndIf}
  Call InstallService
  ${If} $0 <> 0
    MessageBox MB_ICONEXCLAMATION|MB_OK "Esta PC quedó vinculada, pero el servicio no arrancó.$\r$\n$\r$\n$Said"
  ${EndIf}
FunctionEnd

; The guide finds the pairing and the service in place and goes on with the printers; without, it asks for them.
Function GoOn
  SetOutPath "$INSTDIR"
  Exec '"$SYSDIR\cmd.exe" /k ${EXE} setup'
FunctionEnd

Section "un.Programa y servicio"
  SectionIn RO
  Call un.StopAgent
  Push "service uninstall"
  Call un.RunAgent
  ; What a window still holds goes with the next start of Windows.
  Delete /REBOOTOK "$INSTDIR\${EXE}"
  Delete /REBOOTOK "$INSTDIR\uninstall.exe"
  RMDir /REBOOTOK "$INSTDIR"
  RMDir /r "$SMPROGRAMS\Comanda"
  DeleteRegKey HKLM "${LISTED}"
SectionEnd

Section /o "un.Configuración y tickets por imprimir" Purge
  RMDir /r "$Data"
SectionEnd

Function un.onInit
  SetRegView 64
  SetShellVarContext all
  StrCpy $Data "$APPDATA\Comanda"
  ClearErrors
  ${GetParameters} $1
  ${GetOptions} $1 "/PURGE" $2
  ${IfNot} ${Errors}
    SectionSetFlags ${Purge} ${SF_SELECTED}
  ${EndIf}
FunctionEnd

LangString DescribePurge ${LANG_SPANISH} "El vínculo con el restaurante, los tickets que faltan imprimir y los registros. No se pueden recuperar."
!insertmacro MUI_UNFUNCTION_DESCRIPTION_BEGIN
!insertmacro MUI_DESCRIPTION_TEXT ${Purge} $(DescribePurge)
!insertmacro MUI_UNFUNCTION_DESCRIPTION_END
