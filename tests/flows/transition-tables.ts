/**
 * Every transition of every flow, written here and asked of no machine: from, event, guards, to. The tours walk the
 * edges that a machine has; these lines notice the edge that is gone.
 */
export const transitionTables: Readonly<Record<string, string>> = {
  absenceMachine: `
    closed: OPEN → loading
    loading: CLOSE → closed
    loading: done loadAbsences [succeeded] → shown
    loading: done loadAbsences → failed
    loading: error loadAbsences → failed
    failed: RETRY → loading
    failed: CLOSE → closed
    shown: SAVE → saving
    shown: FINISH → ending
    shown: CLOSE → closed
    saving: done delegar [succeeded] → refreshing
    saving: done delegar → shown.refused
    saving: error delegar → looking
    ending: done terminarDelegacion [succeeded] → refreshing
    ending: done terminarDelegacion [isGone] → refreshing
    ending: done terminarDelegacion → shown.refused
    ending: error terminarDelegacion → looking
    refreshing: done refreshAbsences [succeeded] → shown.kept
    refreshing: done refreshAbsences → failed
    refreshing: error refreshAbsences → failed
    looking: done lookAtAbsences [succeeded] → shown.refused
    looking: done lookAtAbsences → failed
    looking: error lookAtAbsences → failed
  `,
  cashCountMachine: `
    loading: done loadCounts [succeeded] → shown
    loading: done loadCounts [isInvisible] → forbidden
    loading: done loadCounts → failedToLoad
    loading: error loadCounts → failedToLoad
    failedToLoad: RETRY → loading
    shown: SAVE [countIsComplete] → saving
    shown: SAVE → shown.refused
    saving: done guardarArqueo [succeeded] → refreshing
    saving: done guardarArqueo [sessionEnded] → failedToSave
    saving: done guardarArqueo → looking
    saving: error guardarArqueo → failedToSave
    failedToSave: RETRY → saving
    refreshing: done refreshCounts [succeeded] → shown.kept
    refreshing: done refreshCounts → failedToLoad
    refreshing: error refreshCounts → failedToLoad
    looking: done lookAtCounts [succeeded] → shown.refused
    looking: done lookAtCounts → failedToLoad
    looking: error lookAtCounts → failedToLoad
  `,
  cockpitMachine: `
    (root): OPEN [isAnother] → opening
    (root): NEXT [hasNext] → stays
    (root): PREVIOUS [hasPrevious] → stays
    (root): GO_ON → stays
    (root): DECIDED [leadsOn] → stays
    (root): DECIDED [leadsBack] → stays
    (root): DECIDED → stays
    (root): REOPENED → stays
    opening: always [mayNotRead] → alone
    opening: always → loading
    loading: done loadRows [succeeded] → shown
    loading: done loadRows → alone
    loading: error loadRows → alone
  `,
  receiptMachine: `
    (root): ENLARGE [mayEnlarge] → stays
    (root): REDUCE [mayReduce] → stays
    (root): FIT → stays
    (root): TURN → stays
    (root): NEXT_SHEET [hasNextSheet] → coming
    (root): PREVIOUS_SHEET [hasPreviousSheet] → coming
    (root): done countSheets [succeeded] → stays
    (root): done countSheets → stays
    (root): error countSheets → stays
    coming: COME → shown
    coming: FAIL → failed
    failed: RETRY → coming
  `,
  'decisionMachines.accounting': `
    loading: done loadExpense [succeeded] → opened
    loading: done loadExpense [isInvisible] → forbidden
    loading: done loadExpense → failedToLoad
    loading: error loadExpense → failedToLoad
    failedToLoad: RETRY → loading
    opened: always [mayNotDecide] → readOnly
    opened: always [wasApproved] → reviewing.approving
    opened: always [wasRejected] → reviewing.rejecting
    opened: always → reviewing
    reviewing: DISCARD → opened
    reviewing: CHOOSE_APPROVED → reviewing.approving
    reviewing: CHOOSE_REJECTED → reviewing.rejecting
    reviewing.undecided: SAVE → stays
    reviewing.approving: SAVE [decisionIsAllowed] → saving
    reviewing.approving: SAVE → stays
    reviewing.rejecting: SAVE [decisionIsAllowed] → saving
    reviewing.rejecting: SAVE → stays
    saving: done guardarContabilidad [succeeded] → saved
    saving: done guardarContabilidad [sessionEnded] → failedToSave
    saving: done guardarContabilidad [changedElsewhere] → outdated
    saving: done guardarContabilidad → reviewing.asBefore
    saving: error guardarContabilidad → failedToSave
    failedToSave: RETRY → checking
    failedToSave: BACK → reviewing.asBefore
    checking: done checkExpense [saveHadArrived] → saved
    checking: done checkExpense [succeeded] → saving
    checking: done checkExpense → failedToSave
    checking: error checkExpense → failedToSave
    outdated: RELOAD → reloading
    reloading: done reloadExpense [succeeded] → reopened
    reloading: done reloadExpense → outdated
    reloading: error reloadExpense → outdated
    reopened: always [mayNotDecide] → readOnly
    reopened: always → reviewing.asBefore
    saved: STAY → stayed
    saved: after redirectDelay → finished
  `,
  boxSendMachine: `
    loading: done loadBox [succeeded] → ready
    loading: done loadBox [isInvisible] → forbidden
    loading: done loadBox → failedToLoad
    loading: error loadBox → failedToLoad
    failedToLoad: RETRY → loading
    ready: SEND [sendIsAllowed] → confirming
    ready: DELETE [deletionIsAllowed] → confirmingDeletion
    ready: REFRESH → loading
    confirming: CONFIRM → sending
    confirming: CANCEL → ready
    sending: done sendBox [succeeded] → sent
    sending: done sendBox [sessionEnded] → failedToSend
    sending: done sendBox → loading
    sending: error sendBox → failedToSend
    failedToSend: RETRY → checking
    failedToSend: BACK → loading
    checking: done checkBox [boxHasMoved] → sent
    checking: done checkBox [succeeded] → sending
    checking: done checkBox → failedToSend
    checking: error checkBox → failedToSend
    sent: after redirectDelay → finished
    confirmingDeletion: CONFIRM → deleting
    confirmingDeletion: CANCEL → ready
    deleting: done eliminarGasto [succeeded] → deleted
    deleting: done eliminarGasto [isGone] → deleted
    deleting: done eliminarGasto [sessionEnded] → failedToDelete
    deleting: done eliminarGasto → loading
    deleting: error eliminarGasto → failedToDelete
    failedToDelete: RETRY → deleting
    failedToDelete: BACK → loading
    deleted: after deletionDelay → loading
  `,
  connectionMachine: `
    (root): BROWSER.OFFLINE → disconnected
    connected: CALL.UNANSWERED → doubting
    doubting: CALL.ANSWERED → connected
    doubting: done doubtServer → connected
    doubting: error doubtServer → unanswered
    disconnected: BROWSER.ONLINE → probing
    disconnected: CALL.ANSWERED → connected
    unanswered: BROWSER.ONLINE → probing
    unanswered: CALL.ANSWERED → connected
    unanswered: after probeDelay → probing
    probing: CALL.ANSWERED → connected
    probing: done probeServer → connected
    probing: error probeServer → unanswered
  `,
  contactSheetMachine: `
    (root): SEEN → stays
    loading: done loadBox [succeeded] → ready
    loading: done loadBox [isInvisible] → forbidden
    loading: done loadBox → failedToLoad
    loading: error loadBox → failedToLoad
    failedToLoad: RETRY → loading
    ready: TICK → stays
    ready: APPROVE [approvalIsAllowed] → approving
    ready: APPROVE [someAreChosen] → stays
    approving: done aprobarGastos [succeeded] → loading
    approving: done aprobarGastos [sessionEnded] → failedToApprove
    approving: done aprobarGastos → loading
    approving: error aprobarGastos → failedToApprove
    failedToApprove: RETRY → approving
    failedToApprove: BACK → loading
  `,
  createDetailMachine: `
    (root): ASK → loading
    loading: REFRESH → loading
    loading: done loadDetail [succeeded] → shown
    loading: done loadDetail [isInvisible] → forbidden
    loading: done loadDetail → failed
    loading: error loadDetail → failed
    shown: REFRESH → loading
    failed: RETRY → loading
  `,
  createListMachine: `
    (root): QUERY → loading
    loading: REFRESH → loading
    loading: done loadRows [hasNoRows] → empty
    loading: done loadRows [succeeded] → showing
    loading: done loadRows [isInvisible] → forbidden
    loading: done loadRows → failed
    loading: error loadRows → failed
    showing: REFRESH → loading
    empty: REFRESH → loading
    failed: RETRY → loading
  `,
  createRecordFormMachine: `
    loading: done loadForm [succeeded] → editing
    loading: done loadForm [isInvisible] → forbidden
    loading: done loadForm → failedToLoad
    loading: error loadForm → failedToLoad
    failedToLoad: RETRY → loading
    editing: SAVE [formIsComplete] → saving
    editing: SAVE → stays
    editing: START_ANEW → stays
    saving: done saveRecord [succeeded] → saved
    saving: done saveRecord [sessionEnded] → failedToSave
    saving: done saveRecord → editing
    saving: error saveRecord → failedToSave
    failedToSave: RETRY → saving
    saved: after redirectDelay [hasNoList] → loading
    saved: after redirectDelay → finished
  `,
  createRecordListMachine: `
    rows: QUERY → rows.loading
    rows: REFRESH → rows.loading
    rows.loading: done loadRows [hasNoRows] → rows.empty
    rows.loading: done loadRows [succeeded] → rows.showing
    rows.loading: done loadRows [isInvisible] → rows.forbidden
    rows.loading: done loadRows → rows.failed
    rows.loading: error loadRows → rows.failed
    rows.failed: RETRY → rows.loading
    change.ready: TOGGLE [somethingHangs] → change.handingOver
    change.ready: TOGGLE → change.toggling
    change.ready: DELETE [somethingHangs] → change.handingOver
    change.ready: DELETE → change.confirmingDeletion
    change.ready.toggled: after redirectDelay → change.ready.untouched
    change.ready.refused: DISMISS → change.ready.untouched
    change.ready.failedToToggle: RETRY_CHANGE → change.toggling
    change.ready.failedToToggle: DISMISS → change.ready.untouched
    change.handingOver: CANCEL → change.ready
    change.handingOver.loading: done loadSuccessors [succeeded] → change.handingOver.choosing
    change.handingOver.loading: done loadSuccessors → change.handingOver.failed
    change.handingOver.loading: error loadSuccessors → change.handingOver.failed
    change.handingOver.choosing: PASS [goesForGood] → change.deleting
    change.handingOver.choosing: PASS → change.toggling
    change.handingOver.failed: RETRY_CHANGE → change.handingOver.loading
    change.toggling: done actdesElemento [succeeded] → change.ready.toggled
    change.toggling: done actdesElemento [sessionEnded] → change.ready.failedToToggle
    change.toggling: done actdesElemento → change.ready.refused
    change.toggling: error actdesElemento → change.ready.failedToToggle
    change.confirmingDeletion: CONFIRM → change.deleting
    change.confirmingDeletion: CANCEL → change.ready
    change.deleting: done eliminarElemento [succeeded] → change.deleted
    change.deleting: done eliminarElemento [isGone] → change.deleted
    change.deleting: done eliminarElemento [sessionEnded] → change.failedToDelete
    change.deleting: done eliminarElemento → change.ready.refused
    change.deleting: error eliminarElemento → change.failedToDelete
    change.failedToDelete: RETRY_CHANGE → change.deleting
    change.failedToDelete: DISMISS → change.ready
    change.deleted: after deletionDelay → change.ready
  `,
  draftMachine: `
    typing.open: DISCARD → typing.open.rested
    typing.open: SAVED → typing.over
    typing.open.rested: TYPED [isNew] → typing.open.typing
    typing.open.typing: HIDE → typing.open.rested
    typing.open.typing: TYPED [isNew] → typing.open.typing
    typing.open.typing: TYPED → typing.open.rested
    typing.open.typing: after draftDelay → typing.open.rested
    storage.works: NOT_KEPT → storage.fails
    storage.fails: KEPT → storage.works
    notice.beginning: always [isRestored] → notice.recovered
    notice.beginning: always → notice.silent
    notice.recovered: DISMISS → notice.silent
    notice.recovered: DISCARD → notice.silent
    tabs.alone: CHANGED_ELSEWHERE → tabs.elsewhere
  `,
  expenseEntryMachine: `
    loading: done loadEntry [expenseIsRecorded] → awaitingFile
    loading: done loadEntry [succeeded] → editing
    loading: done loadEntry [isInvisible] → forbidden
    loading: done loadEntry → failedToLoad
    loading: error loadEntry → failedToLoad
    failedToLoad: RETRY → loading
    editing: SAVE [entryIsComplete] → saving
    editing: SAVE → stays
    editing: START_ANEW → stays
    editing.refreshing: done refreshEntry [succeeded] → editing.ready
    editing.refreshing: done refreshEntry → editing.ready
    editing.refreshing: error refreshEntry → editing.ready
    saving: done enviarGasto [succeeded] → uploading
    saving: done enviarGasto [sessionEnded] → failedToSave
    saving: done enviarGasto [keyIsTaken] → recordedBefore
    saving: done enviarGasto → editing
    saving: error enviarGasto [nobodyAnswered] → keeping
    saving: error enviarGasto → failedToSave
    keeping: done keepOnDevice [succeeded] → editing.afterKept
    keeping: done keepOnDevice [fileAloneIsMissing] → failedToUpload
    keeping: done keepOnDevice → failedToSave
    keeping: error keepOnDevice [fileAloneIsMissing] → failedToUpload
    keeping: error keepOnDevice → failedToSave
    failedToSave: RETRY → saving
    recordedBefore: START_ANEW → editing
    awaitingFile: CHOOSE_FILE [fileIsAcceptable] → uploading
    awaitingFile: CHOOSE_FILE → stays
    uploading: UPLOAD.PROGRESS → stays
    uploading: done cargarSoporte [anotherFollows] → editing.refreshing
    uploading: done cargarSoporte [succeeded] → saved
    uploading: done cargarSoporte → failedToUpload
    uploading: error cargarSoporte [nobodyAnswered] → keeping
    uploading: error cargarSoporte → failedToUpload
    failedToUpload: RETRY → uploading
    failedToUpload: CHOOSE_FILE [fileIsAcceptable] → uploading
    failedToUpload: CHOOSE_FILE → stays
    saved: RECORD_ANOTHER → editing.refreshing
    saved: after redirectDelay → finished
  `,
  invitationMachine: `
    loading: done invitacion [succeeded] → choosing
    loading: done invitacion [changedElsewhere] → closed
    loading: done invitacion [isGone] → closed
    loading: done invitacion → failedToLoad
    loading: error invitacion → failedToLoad
    failedToLoad: RETRY → loading
    choosing: CHOOSE_PASSWORD → saving
    saving: done aceptarInvitacion [succeeded] → chosen
    saving: done aceptarInvitacion [changedElsewhere] → closed
    saving: done aceptarInvitacion [isGone] → closed
    saving: done aceptarInvitacion → choosing.refused
    saving: error aceptarInvitacion → choosing.refused
  `,
  invitingMachine: `
    ready: INVITE → inviting
    inviting: done invitarUsuario [succeeded] → invited
    inviting: done invitarUsuario → ready.refused
    inviting: error invitarUsuario → ready.refused
  `,
  expenseQueueMachine: `
    (root): CHANGED → stays
    (root): SEND_AGAIN → stays
    (root): DISCARD [isNotUnderWay] → stays
    (root): CLEAR_SENT → stays
    resting: CHANGED [someWait] → claiming
    resting: CHANGED → stays
    claiming: done claimTurn [succeeded] → turn
    claiming: done claimTurn → paused
    claiming: error claimTurn → paused
    turn.choosing: always [nothingWaits] → resting
    turn.choosing: always [expenseIsThere] → turn.uploading
    turn.choosing: always → turn.recording
    turn.recording: done enviarGasto [succeeded] → turn.noting
    turn.recording: done enviarGasto [sessionEnded] → expired
    turn.recording: done enviarGasto [mustWait] → paused
    turn.recording: done enviarGasto → turn.noting
    turn.recording: error enviarGasto [serverFailed] → turn.noting
    turn.recording: error enviarGasto → paused
    turn.uploading: done cargarSoporte [succeeded] → turn.noting
    turn.uploading: done cargarSoporte [sessionEnded] → expired
    turn.uploading: done cargarSoporte [mustWait] → paused
    turn.uploading: done cargarSoporte → turn.noting
    turn.uploading: error cargarSoporte [serverFailed] → turn.noting
    turn.uploading: error cargarSoporte → paused
    turn.noting: done keepEntry [succeeded] → turn.choosing
    turn.noting: done keepEntry → paused
    turn.noting: error keepEntry → paused
    paused: RETURNED → claiming
    paused: SEND_NOW → claiming
    paused: after probeDelay → claiming
    expired: RETURNED → claiming
    expired: SEND_NOW → claiming
  `,
  guideScanMachine: `
    closed: OPEN → opening
    opening: CLOSE → closed
    opening: CHOOSE_PHOTO → readingPhoto
    opening: done openCamera [succeeded] → watching
    opening: done openCamera → unseen
    opening: error openCamera → unseen
    watching: CLOSE → closed
    watching: CHOOSE_PHOTO → readingPhoto
    watching: done watchCamera [succeeded] → read
    watching: done watchCamera → unseen
    watching: error watchCamera → unseen
    unseen: CLOSE → closed
    unseen: CHOOSE_PHOTO → readingPhoto
    unseen: OPEN → opening
    readingPhoto: CLOSE → closed
    readingPhoto: CHOOSE_PHOTO → readingPhoto
    readingPhoto: done readPhoto [succeeded] → read
    readingPhoto: done readPhoto → unseen
    readingPhoto: error readPhoto → unseen
    read: always [isGuide] → found
    read: always → unseen
    found: CLOSE → closed
  `,
  invoiceScanMachine: `
    closed: OPEN → opening
    opening: CLOSE → closed
    opening: PASTE → read
    opening: CHOOSE_PHOTO → readingPhoto
    opening: done openCamera [succeeded] → watching
    opening: done openCamera → unseen
    opening: error openCamera → unseen
    watching: CLOSE → closed
    watching: PASTE → read
    watching: CHOOSE_PHOTO → readingPhoto
    watching: done watchCamera [succeeded] → read
    watching: done watchCamera → unseen
    watching: error watchCamera → unseen
    unseen: CLOSE → closed
    unseen: PASTE → read
    unseen: CHOOSE_PHOTO → readingPhoto
    unseen: OPEN → opening
    readingPhoto: CLOSE → closed
    readingPhoto: PASTE → read
    readingPhoto: CHOOSE_PHOTO → readingPhoto
    readingPhoto: done readPhoto [succeeded] → read
    readingPhoto: done readPhoto → unseen
    readingPhoto: error readPhoto → unseen
    read: always [isInvoice] → looking
    read: always → unseen
    looking: CLOSE → closed
    looking: done facturaDelCodigo [succeeded] → found
    looking: done facturaDelCodigo → found
    looking: error facturaDelCodigo → found
    found: CLOSE → closed
  `,
  factorResetMachine: `
    idle: RESET → confirming
    confirming: CONFIRM → resetting
    confirming: CANCEL → idle
    resetting: done restablecerSegundoFactor [succeeded] → done
    resetting: done restablecerSegundoFactor → confirming.refused
    resetting: error restablecerSegundoFactor → confirming.refused
  `,
  'decisionMachines.final': `
    loading: done loadExpense [succeeded] → opened
    loading: done loadExpense [isInvisible] → forbidden
    loading: done loadExpense → failedToLoad
    loading: error loadExpense → failedToLoad
    failedToLoad: RETRY → loading
    opened: always [mayNotDecide] → readOnly
    opened: always [wasApproved] → reviewing.approving
    opened: always [wasRejected] → reviewing.rejecting
    opened: always → reviewing
    reviewing: DISCARD → opened
    reviewing: CHOOSE_APPROVED → reviewing.approving
    reviewing: CHOOSE_REJECTED → reviewing.rejecting
    reviewing.undecided: SAVE → stays
    reviewing.approving: SAVE [decisionIsAllowed] → saving
    reviewing.approving: SAVE → stays
    reviewing.rejecting: SAVE [decisionIsAllowed] → saving
    reviewing.rejecting: SAVE → stays
    saving: done guardarContabilidadFinal [succeeded] → saved
    saving: done guardarContabilidadFinal [sessionEnded] → failedToSave
    saving: done guardarContabilidadFinal [changedElsewhere] → outdated
    saving: done guardarContabilidadFinal → reviewing.asBefore
    saving: error guardarContabilidadFinal → failedToSave
    failedToSave: RETRY → checking
    failedToSave: BACK → reviewing.asBefore
    checking: done checkExpense [saveHadArrived] → saved
    checking: done checkExpense [succeeded] → saving
    checking: done checkExpense → failedToSave
    checking: error checkExpense → failedToSave
    outdated: RELOAD → reloading
    reloading: done reloadExpense [succeeded] → reopened
    reloading: done reloadExpense → outdated
    reloading: error reloadExpense → outdated
    reopened: always [mayNotDecide] → readOnly
    reopened: always → reviewing.asBefore
    saved: CHANGE → reloading
    saved: STAY → stayed
    saved: after redirectDelay → finished
    stayed: CHANGE → reloading
  `,
  invoiceImportMachine: `
    empty: ADD [filesAreGiven] → dispatching
    dispatching: always [someFileWaits] → sending
    dispatching: always [someFileIsUnsent] → incomplete
    dispatching: always → finished
    sending: ADD [filesAreGiven] → stays
    sending: UPLOAD.PROGRESS → stays
    sending: done importarFacturas [succeeded] → dispatching
    sending: done importarFacturas [sessionEnded] → incomplete
    sending: done importarFacturas → dispatching
    sending: error importarFacturas → dispatching
    incomplete: ADD [filesAreGiven] → dispatching
    incomplete: RETRY → dispatching
    finished: ADD [filesAreGiven] → dispatching
    finished: CLEAR → empty
  `,
  rowImportMachine: `
    empty: CHOOSE → reviewing
    reviewing: done revisarImportacion [succeeded] → reviewed
    reviewing: done revisarImportacion → unreviewed
    reviewing: error revisarImportacion → unreviewed
    unreviewed: CHOOSE → reviewing
    unreviewed: RETRY → reviewing
    reviewed: CHOOSE → reviewing
    reviewed: IMPORT [someRowIsRight] → importing
    importing: done importarFilas [succeeded] → imported
    importing: done importarFilas → unimported
    importing: error importarFilas → unimported
    unimported: CHOOSE → reviewing
    unimported: RETRY → reviewing
    imported: CHOOSE → reviewing
  `,
  itemisationMachine: `
    loading: done loadExpense [succeeded] → opened
    loading: done loadExpense [isInvisible] → forbidden
    loading: done loadExpense → failedToLoad
    loading: error loadExpense → failedToLoad
    failedToLoad: RETRY → loading
    opened: always [mayNotDecide] → readOnly
    opened: always → reviewing
    reviewing: DISCARD → opened
    reviewing.splitting: SAVE [splitIsAllowed] → saving
    reviewing.splitting: SAVE → stays
    saving: done guardarContabilidad [succeeded] → saved
    saving: done guardarContabilidad [sessionEnded] → failedToSave
    saving: done guardarContabilidad [changedElsewhere] → outdated
    saving: done guardarContabilidad → reviewing.asBefore
    saving: error guardarContabilidad → failedToSave
    failedToSave: RETRY → checking
    failedToSave: BACK → reviewing.asBefore
    checking: done checkExpense [saveHadArrived] → saved
    checking: done checkExpense [succeeded] → saving
    checking: done checkExpense → failedToSave
    checking: error checkExpense → failedToSave
    outdated: RELOAD → reloading
    reloading: done reloadExpense [succeeded] → reopened
    reloading: done reloadExpense → outdated
    reloading: error reloadExpense → outdated
    reopened: always [mayNotDecide] → readOnly
    reopened: always → reviewing.asBefore
    saved: after redirectDelay → finished
  `,
  keptFileMachine: `
    (root): CHOOSE_FILE → keeping
    beginning: always [fileIsMissing] → missing
    beginning: always → safe
    keeping: done keepFile [fileIsKept] → safe
    keeping: done keepFile → unsafe
    keeping: error keepFile → unsafe
  `,
  'decisionMachines.maintenance': `
    loading: done loadExpense [succeeded] → opened
    loading: done loadExpense [isInvisible] → forbidden
    loading: done loadExpense → failedToLoad
    loading: error loadExpense → failedToLoad
    failedToLoad: RETRY → loading
    opened: always [mayNotDecide] → readOnly
    opened: always [wasApproved] → reviewing.approving
    opened: always [wasRejected] → reviewing.rejecting
    opened: always → reviewing
    reviewing: DISCARD → opened
    reviewing: CHOOSE_APPROVED → reviewing.approving
    reviewing: CHOOSE_REJECTED → reviewing.rejecting
    reviewing.undecided: SAVE → stays
    reviewing.approving: SAVE [decisionIsAllowed] → saving
    reviewing.approving: SAVE → stays
    reviewing.rejecting: SAVE [decisionIsAllowed] → saving
    reviewing.rejecting: SAVE → stays
    saving: done guardarMantenimiento [succeeded] → saved
    saving: done guardarMantenimiento [sessionEnded] → failedToSave
    saving: done guardarMantenimiento [changedElsewhere] → outdated
    saving: done guardarMantenimiento → reviewing.asBefore
    saving: error guardarMantenimiento → failedToSave
    failedToSave: RETRY → checking
    failedToSave: BACK → reviewing.asBefore
    checking: done checkExpense [saveHadArrived] → saved
    checking: done checkExpense [succeeded] → saving
    checking: done checkExpense → failedToSave
    checking: error checkExpense → failedToSave
    outdated: RELOAD → reloading
    reloading: done reloadExpense [succeeded] → reopened
    reloading: done reloadExpense → outdated
    reloading: error reloadExpense → outdated
    reopened: always [mayNotDecide] → readOnly
    reopened: always → reviewing.asBefore
    saved: STAY → stayed
    saved: after redirectDelay → finished
  `,
  outgoingMailsMachine: `
    loading: done correosSalientes [hasNoRows] → empty
    loading: done correosSalientes [succeeded] → showing
    loading: done correosSalientes → failed
    loading: error correosSalientes → failed
    empty: REFRESH → loading
    failed: RETRY → loading
    showing.untouched: REFRESH → loading
    showing.untouched: RESTART → showing.restarting
    showing.restarting: done reintentarCorreo [succeeded] → showing.restarted
    showing.restarting: done reintentarCorreo [sessionEnded] → showing.failedToRestart
    showing.restarting: done reintentarCorreo → showing.refused
    showing.restarting: error reintentarCorreo → showing.failedToRestart
    showing.restarted: REFRESH → loading
    showing.restarted: RESTART → showing.restarting
    showing.restarted: after redirectDelay → loading
    showing.refused: DISMISS → loading
    showing.refused: RESTART → showing.restarting
    showing.failedToRestart: RETRY_RESTART → showing.restarting
    showing.failedToRestart: DISMISS → loading
    showing.failedToRestart: RESTART → showing.restarting
  `,
  ownMailsMachine: `
    loading: done misCorreos [succeeded] → choosing
    loading: done misCorreos → failedToLoad
    loading: error misCorreos → failedToLoad
    failedToLoad: RETRY → loading
    choosing: SAVE → saving
    saving: done guardarMisCorreos [succeeded] → kept
    saving: done guardarMisCorreos → choosing.refused
    saving: error guardarMisCorreos → choosing.refused
    kept: SAVE → saving
    kept: after redirectDelay → choosing
  `,
  ownSessionsMachine: `
    loading: done misSesiones [succeeded] → showing
    loading: done misSesiones → failed
    loading: error misSesiones → failed
    failed: RETRY → loading
    showing.untouched: REFRESH → loading
    showing.untouched: CLOSE_OTHERS [hasOthers] → showing.closing
    showing.closing: done cerrarOtrasSesiones [succeeded] → showing.closed
    showing.closing: done cerrarOtrasSesiones → showing.failedToClose
    showing.closing: error cerrarOtrasSesiones → showing.failedToClose
    showing.closed: REFRESH → loading
    showing.closed: after redirectDelay → loading
    showing.failedToClose: CLOSE_OTHERS → showing.closing
    showing.failedToClose: DISMISS → loading
  `,
  secondFactorMachine: `
    loading: done miSegundoFactor [isOn] → on
    loading: done miSegundoFactor [succeeded] → off
    loading: done miSegundoFactor → failed
    loading: error miSegundoFactor → failed
    failed: RETRY → loading
    off: ENROL → preparing
    preparing: done prepararSegundoFactor [succeeded] → enrolling
    preparing: done prepararSegundoFactor [changedElsewhere] → loading
    preparing: done prepararSegundoFactor → off.refused
    preparing: error prepararSegundoFactor → off.refused
    enrolling: CONFIRM → activating
    enrolling: CANCEL → loading
    activating: done activarSegundoFactor [succeeded] → showingCodes
    activating: done activarSegundoFactor [changedElsewhere] → loading
    activating: done activarSegundoFactor [signInIsOld] → enrolling.refused
    activating: done activarSegundoFactor → enrolling.refused
    activating: error activarSegundoFactor → enrolling.refused
    showingCodes: CODES_KEPT → loading
    on: RENEW → renewing
    on: SWITCH_OFF [isOptional] → switchingOff
    renewing: done renovarCodigos [succeeded] → showingCodes
    renewing: done renovarCodigos [changedElsewhere] → loading
    renewing: done renovarCodigos → on.refused
    renewing: error renovarCodigos → on.refused
    switchingOff: done desactivarSegundoFactor [succeeded] → loading
    switchingOff: done desactivarSegundoFactor [changedElsewhere] → loading
    switchingOff: done desactivarSegundoFactor → on.refused
    switchingOff: error desactivarSegundoFactor → on.refused
  `,
  sessionMachine: `
    restoring: done authSesion [succeeded] → entered
    restoring: done authSesion [signOutWaits] → signingOut
    restoring: done authSesion [sessionEnded] → signedOut
    restoring: done authSesion → unreachable
    restoring: error authSesion → unreachable
    unreachable: RETRY → restoring
    signedOut: LOGIN → signingIn
    signedOut: FORGOT_PASSWORD → recovery
    signedOut: LINK.OPENED → stays
    signedOut: SESSION.OPENED_ELSEWHERE → restoring
    signedOut.left: LINK.OPENED → signedOut.idle
    recovery: RECOVER → recovering
    recovery: BACK → signedOut
    recovery: LINK.OPENED → stays
    recovery: SESSION.OPENED_ELSEWHERE → restoring
    recovering: done recoverPassword [succeeded] → recovery.recovered
    recovering: done recoverPassword → recovery.refused
    recovering: error recoverPassword → recovery.refused
    signingIn: done authUser [succeeded] → entered
    signingIn: done authUser [asksForCode] → awaitingCode
    signingIn: done authUser → signedOut.refused
    signingIn: error authUser → signedOut.refused
    awaitingCode: CODE → checkingCode
    awaitingCode: START_AGAIN → signedOut
    awaitingCode: LINK.OPENED → stays
    awaitingCode: SESSION.OPENED_ELSEWHERE → restoring
    checkingCode: done authCodigo [succeeded] → entered
    checkingCode: done authCodigo [startsAgain] → signedOut.refused
    checkingCode: done authCodigo → awaitingCode.refused
    checkingCode: error authCodigo → awaitingCode.refused
    entered: always [mustChangePassword] → passwordChangePending
    entered: always [mustEnrol] → enrolmentPending
    entered: always → signedIn
    passwordChangePending.waiting: CHANGE_PASSWORD → passwordChangePending.changing
    passwordChangePending.waiting: LOGOUT → signingOut
    passwordChangePending.waiting: SESSION.CLOSED_ELSEWHERE → signingOut
    passwordChangePending.waiting: SESSION.EXPIRED → signedOut.refused
    passwordChangePending.changing: done changePendingPwd [enrolmentIsDue] → enrolmentPending
    passwordChangePending.changing: done changePendingPwd [succeeded] → signedIn.working.passwordChanged
    passwordChangePending.changing: done changePendingPwd [sessionEnded] → signedOut.refused
    passwordChangePending.changing: done changePendingPwd → passwordChangePending.waiting.refused
    passwordChangePending.changing: error changePendingPwd → passwordChangePending.waiting.refused
    enrolmentPending: ENROLLED → signedIn
    enrolmentPending: LOGOUT → signingOut
    enrolmentPending: SESSION.CLOSED_ELSEWHERE → signingOut
    enrolmentPending: SESSION.EXPIRED → signedOut.refused
    signedIn: LINK.FOLLOWED → stays
    signedIn.working: CHANGE_PASSWORD → signedIn.changingPassword
    signedIn.working: SESSION.EXPIRED → expired
    signedIn.working: LOGOUT → signingOut
    signedIn.working: SESSION.CLOSED_ELSEWHERE → signingOut
    signedIn.working: SESSION.OPENED_ELSEWHERE → rechecking
    signedIn.working.passwordChanged: after redirectDelay → signedIn.working.idle
    signedIn.changingPassword.saving: done changePwd [succeeded] → signedIn.working.passwordChanged
    signedIn.changingPassword.saving: done changePwd [sessionEnded] → expired
    signedIn.changingPassword.saving: done changePwd [signInIsOld] → signedIn.changingPassword.asking
    signedIn.changingPassword.saving: done changePwd → signedIn.working.passwordRefused
    signedIn.changingPassword.saving: error changePwd → signedIn.working.passwordRefused
    signedIn.changingPassword.asking: PROVE_IDENTITY → signedIn.changingPassword.proving
    signedIn.changingPassword.asking: CANCEL → signedIn.working
    signedIn.changingPassword.asking: SESSION.EXPIRED → expired
    signedIn.changingPassword.asking: LOGOUT → signingOut
    signedIn.changingPassword.asking: SESSION.CLOSED_ELSEWHERE → signingOut
    signedIn.changingPassword.asking: SESSION.OPENED_ELSEWHERE → rechecking
    signedIn.changingPassword.proving: done changeProvenPwd [succeeded] → signedIn.working.passwordChanged
    signedIn.changingPassword.proving: done changeProvenPwd [sessionEnded] → expired
    signedIn.changingPassword.proving: done changeProvenPwd [newPasswordIsRefused] → signedIn.working.passwordRefused
    signedIn.changingPassword.proving: done changeProvenPwd → signedIn.changingPassword.asking.refused
    signedIn.changingPassword.proving: error changeProvenPwd → signedIn.changingPassword.asking.refused
    expired.waiting: LOGIN → expired.signingIn
    expired.waiting: LOGOUT → signingOut
    expired.waiting: SESSION.CLOSED_ELSEWHERE → signingOut
    expired.waiting: SESSION.OPENED_ELSEWHERE → rechecking
    expired.signingIn: done authUserAgain [isOtherPerson] → otherPerson
    expired.signingIn: done authUserAgain [succeeded] → entered
    expired.signingIn: done authUserAgain [asksForCode] → expired.awaitingCode
    expired.signingIn: done authUserAgain → expired.waiting.refused
    expired.signingIn: error authUserAgain → expired.waiting.refused
    expired.awaitingCode: CODE → expired.checkingCode
    expired.awaitingCode: START_AGAIN → expired.waiting
    expired.awaitingCode: LOGOUT → signingOut
    expired.awaitingCode: SESSION.CLOSED_ELSEWHERE → signingOut
    expired.awaitingCode: SESSION.OPENED_ELSEWHERE → rechecking
    expired.checkingCode: done authCodigoAgain [isOtherPerson] → otherPerson
    expired.checkingCode: done authCodigoAgain [succeeded] → entered
    expired.checkingCode: done authCodigoAgain [startsAgain] → expired.waiting.refused
    expired.checkingCode: done authCodigoAgain → expired.awaitingCode.refused
    expired.checkingCode: error authCodigoAgain → expired.awaitingCode.refused
    rechecking: done authSesionAgain [isOtherPerson] → otherPerson
    rechecking: done authSesionAgain [succeeded] → entered
    rechecking: done authSesionAgain → expired
    rechecking: error authSesionAgain → expired.waiting.refused
    signingOut.asking: done authLogout [isSignedOut] → signedOut.left
    signingOut.asking: done authLogout → signingOut.waiting
    signingOut.asking: error authLogout → signingOut.waiting
    signingOut.waiting: RETRY → signingOut.asking
    signingOut.waiting: SESSION.CLOSED_ELSEWHERE → signingOut.asking
  `,
  shipMachine: `
    loading: done loadShipping [succeeded] → opened
    loading: done loadShipping [isInvisible] → forbidden
    loading: done loadShipping → failedToLoad
    loading: error loadShipping → failedToLoad
    failedToLoad: RETRY → loading
    opened: always [isToBeShipped] → ready.asBefore
    opened: always → readOnly
    ready: CHOOSE_COMPANY → stays
    ready.pdfUnread: PDF_OPENED → ready.pdfOpened
    ready.pdfOpened: SEND [shippingIsGiven] → sending
    ready.pdfOpened: SEND → stays
    sending: done enviarSoporteCaja [succeeded] → sent
    sending: done enviarSoporteCaja [sessionEnded] → failedToSend
    sending: done enviarSoporteCaja → loading
    sending: error enviarSoporteCaja → failedToSend
    failedToSend: RETRY → checking
    failedToSend: BACK → loading
    checking: done checkBox [boxHasMoved] → sent
    checking: done checkBox [succeeded] → sending
    checking: done checkBox → failedToSend
    checking: error checkBox → failedToSend
    sent: after redirectDelay → finished
  `,
  'decisionMachines.supervisor': `
    loading: done loadExpense [succeeded] → opened
    loading: done loadExpense [isInvisible] → forbidden
    loading: done loadExpense → failedToLoad
    loading: error loadExpense → failedToLoad
    failedToLoad: RETRY → loading
    opened: always [mayNotDecide] → readOnly
    opened: always [wasApproved] → reviewing.approving
    opened: always [wasRejected] → reviewing.rejecting
    opened: always → reviewing
    reviewing: DISCARD → opened
    reviewing: CHOOSE_APPROVED → reviewing.approving
    reviewing: CHOOSE_REJECTED → reviewing.rejecting
    reviewing: CHOOSE_INVOICE [invoiceIsOffered] → choosingInvoice
    reviewing.undecided: SAVE → stays
    reviewing.approving: SAVE [decisionIsAllowed] → saving
    reviewing.approving: SAVE → stays
    reviewing.rejecting: SAVE [decisionIsAllowed] → saving
    reviewing.rejecting: SAVE → stays
    choosingInvoice: done elegirFacturaElectronica [succeeded] → reloading
    choosingInvoice: done elegirFacturaElectronica [changedElsewhere] → outdated
    choosingInvoice: done elegirFacturaElectronica → reviewing.asBefore
    choosingInvoice: error elegirFacturaElectronica → reviewing.asBefore
    saving: done guardarSupervisor [succeeded] → saved
    saving: done guardarSupervisor [sessionEnded] → failedToSave
    saving: done guardarSupervisor [changedElsewhere] → outdated
    saving: done guardarSupervisor → reviewing.asBefore
    saving: error guardarSupervisor → failedToSave
    failedToSave: RETRY → checking
    failedToSave: BACK → reviewing.asBefore
    checking: done checkExpense [saveHadArrived] → saved
    checking: done checkExpense [succeeded] → saving
    checking: done checkExpense → failedToSave
    checking: error checkExpense → failedToSave
    outdated: RELOAD → reloading
    reloading: done reloadExpense [succeeded] → reopened
    reloading: done reloadExpense → outdated
    reloading: error reloadExpense → outdated
    reopened: always [mayNotDecide] → readOnly
    reopened: always → reviewing.asBefore
    saved: CHANGE → reloading
    saved: STAY → stayed
    saved: after redirectDelay → finished
    stayed: CHANGE → reloading
  `,
  searchMachine: `
    closed: OPEN → open
    open: CLOSE → closed
    open: TYPE [somethingIsTyped] → open.waiting
    open: TYPE → open.idle
    open.waiting: after searchDelay → open.searching
    open.searching: done buscar [foundNothing] → open.nothing
    open.searching: done buscar [succeeded] → open.found
    open.searching: done buscar → open.failed
    open.searching: error buscar → open.failed
    open.found: MARK → stays
    open.failed: RETRY → open.searching
  `,
  supplierLookupMachine: `
    (root): TYPE_DOCUMENT [isLongEnough] → waiting
    (root): TYPE_DOCUMENT → idle
    (root): CHOOSE → known
    beginning: always [supplierIsKnown] → known
    beginning: always [documentIsLongEnough] → waiting
    beginning: always → idle
    waiting: after lookupDelay → searching
    searching: done findSuppliers [nobodyHasName] → unnamed
    searching: done findSuppliers [nobodyMatches] → unknown
    searching: done findSuppliers [succeeded] → choosing
    searching: done findSuppliers → failed
    searching: error findSuppliers → failed
    choosing: NONE_OF_THESE → unknown
    known: NONE_OF_THESE → unknown
    known.asking: done facturasSinGasto [succeeded] → known.offering
    known.asking: done facturasSinGasto → known.withoutInvoices
    known.asking: error facturasSinGasto → known.withoutInvoices
    unknown: CHOOSE_DEPARTMENT → unknown.loadingMunicipalities
    unknown.beginning: always [departmentIsKnown] → unknown.loadingMunicipalities
    unknown.beginning: always → unknown.withoutDepartment
    unknown.loadingMunicipalities: done loadMunicipalities [succeeded] → unknown.withMunicipalities
    unknown.loadingMunicipalities: done loadMunicipalities → unknown.withoutMunicipalities
    unknown.loadingMunicipalities: error loadMunicipalities → unknown.withoutMunicipalities
    unknown.withoutMunicipalities: RETRY → unknown.loadingMunicipalities
    failed: RETRY → searching
    failed: NONE_OF_THESE → unknown
  `,
  receiptFileMachine: `
    (root): EMPTY → empty
    beginning: always [fileIsThere] → prepared
    beginning: always → empty
    empty: CHOOSE_FILES [filesFit] → reading
    empty: CHOOSE_FILES → refused
    reading: done prepareReceipt [succeeded] → prepared
    reading: done prepareReceipt [fileIsThere] → prepared
    reading: done prepareReceipt → refused
    reading: error prepareReceipt [fileIsThere] → prepared
    reading: error prepareReceipt → refused
    prepared: CHOOSE_FILES [filesFit] → reading
    prepared: CHOOSE_FILES → stays
    prepared: ADD_FILES [filesFitBehind] → reading
    prepared: ADD_FILES → stays
    prepared: TURN_PAGE → reading
    prepared: REMOVE_PAGE [isOnlyPage] → empty
    prepared: REMOVE_PAGE → reading
    refused: CHOOSE_FILES [filesFit] → reading
    refused: CHOOSE_FILES → stays
  `,
  workflowConformanceMachine: `
    untouched: CHECK → checking
    checking: STOP → stopped
    checking: done flujoConformidad [isLastSlice] → finished
    checking: done flujoConformidad [succeeded] → checking
    checking: done flujoConformidad → failed
    checking: error flujoConformidad → failed
    stopped: CONTINUE → checking
    stopped: CHECK → checking
    failed: RETRY → checking
    failed: CHECK → checking
    finished: CHECK → checking
  `,
  workflowPresentMachine: `
    figures: ASK → figures.loading
    figures.loading: done loadPresent [succeeded] → figures.shown
    figures.loading: done loadPresent [isInvisible] → figures.forbidden
    figures.loading: done loadPresent → figures.failed
    figures.loading: error loadPresent → figures.failed
    figures.shown: REFRESH → figures.loading
    figures.shown: SHOW → figures.loading
    figures.shown: after refreshDelay [isWatched] → figures.loading
    figures.failed: RETRY → figures.loading
    figures.failed: REFRESH → figures.loading
    attention.watching: HIDE → attention.away
    attention.away: SHOW → attention.watching
  `,
  workflowWalkMachine: `
    (root): GO → moving
    (root): PREVIOUS [hasPrevious] → moving
    (root): NEXT [hasNext] → moving
    (root): PLAY [hasNext] → playing
    (root): PLAY [hasSteps] → playing
    moving: after settleDelay → settled
    playing: always [isAtLast] → settled
    playing: PAUSE → settled
    playing: after playDelay → playing
  `,
};
