// Messages about requests to the workspace and pending writes.
export const writes = {
  'request.noAnswer': 'The workspace does not answer. Showing saved results.',
  'request.maybeSaved': 'This may have been saved.',
  'request.notUnderstood': 'The workspace sent an unexpected response.',
  'request.notAccepted': 'The workspace does not accept this.',
  'request.mayNot': 'You may not do this.',
  'request.gone': 'Deleted or moved.',
  'request.changed': 'Somebody else changed this.',
  'request.locked': 'The workspace is locked: it has more members than its plan allows.',
  'request.pause': 'Too many requests. Try again later.',
  'request.refused': 'The workspace refused this ({status}).',
  'request.replaced': 'Replaced by a newer request.',
  'request.unreachable': 'The workspace cannot be reached.',
  'request.cannotOpen': "You can't open this.",

  'write.checking': 'May have been saved. Checking…',
  'write.noNewTasks': 'The workspace does not take new tasks here.',
  'write.taskGone': 'This task no longer exists.',
  'write.whichOfOne': 'There is a task with this title. Is it this one?',
  'write.whichOfSeveral':
    '{count, plural, one {# task with this title was just made. Is it this one?} other {# tasks with this title were just made. Which one is it?}}',
  'write.overlap': 'Somebody else changed the same fields.',
  'write.sentMeanwhile': 'It has been sent. Open the task to edit it.',
  'write.inDoubt': 'This task may have been saved. It can be edited once that is known. Your text is kept.',
  'write.busyTask': 'Others are changing this task right now.',
  'write.cannotDelete': 'Tasks of this workspace cannot be deleted from here. Open the task to delete it.',
  'write.recordSentMeanwhile': 'It has been sent. Open the record to edit it.',
  'write.recordInDoubt':
    'This record may have been saved. It can be edited once that is known. Your text is kept.',
  'write.noNewRecords': 'The workspace does not take new records here.',
  'write.recordGone': 'This record no longer exists or is archived.',
  'write.busyRecord': 'Others are changing this record right now.',
  'write.cannotArchive':
    'Records of this workspace cannot be archived from here. Open the record to archive it.',
  'write.idTaken': 'The workspace has another record with the id of this one. Create it again from its text.',
} as const
