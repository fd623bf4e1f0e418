"""Code for MongoDB's shell → why it may write, or nothing when it only reads. Nothing is executed.

Reading is what is known to read: every function that is called must be in a list.
"""

from __future__ import annotations

import re

LONGEST = 200_000
_READS = frozenset(
    "find findOne count countDocuments estimatedDocumentCount distinct aggregate explain limit "
    "sort skip pretty toArray forEach map filter reduce itcount size hasNext next project "
    "projection hint batchSize maxTimeMS readPref collation comment getIndexes getIndices "
    "createIndex createIndexes ensureIndex createCollection createView "
    "getIndexKeys stats serverStatus getCollectionNames getCollectionInfos getCollection "
    "getSiblingDB getMongo getDBNames getDBs getName hostInfo version isMaster hello currentOp "
    "dataSize storageSize totalIndexSize totalSize latencyStats getUser getUsers getRole getRoles "
    "status conf printReplicationInfo print printjson log stringify parse keys values entries "
    "slice join includes toString toISOString getTimestamp ObjectId ISODate Date NumberLong "
    "NumberInt NumberDecimal Long Int32 Decimal128 UUID RegExp String Number tojson tojsononeline "
    "quit exit help if for while function switch return".split()
)
_CALLED = re.compile(r"([\w$]+)\s*(?:\?\.)?\(")
_COMMAND = re.compile(
    r"(?:runCommand|adminCommand)\s*\(\s*(?:\{\s*)?[\"']?(?:ping|listDatabases|listCollections"
    r"|listIndexes|buildInfo|serverStatus|hello|isMaster|dbStats|collStats|connectionStatus"
    r"|replSetGetStatus|getParameter|hostInfo|count|distinct|find)\b[\"']?"
)
#: Functions that are computed, handed on or kept: `db["x"]["drop"]()`, `f = db.x.drop`, `drop.call`.
_COMPUTED = re.compile(
    r"[\])]\s*(?:\?\.)?\(|`|\\[ux]|\b(?:eval|load|require|import|Function|Reflect|process|call"
    r"|apply|bind)\b"
    r"|\b(?:drop\w*|delete\w*|remove|insert\w*|update\w*|replace\w*|rename\w*|bulkWrite|save)\b"
    r"(?!\s*[:\"'(])"
)
_STAGE_THAT_WRITES = re.compile(r"\$(?:out|merge|function|accumulator|where)\b")
_TEXT = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")


def why_mongo_writes(code: str) -> str | None:
    """Why this code may change something; None when it only reads."""
    if len(code) > LONGEST:
        return "there is too much code to read it"
    stage = _STAGE_THAT_WRITES.search(code)
    if stage is not None:
        return f"{stage[0]} writes, or runs code"
    plain = _TEXT.sub("''", _COMMAND.sub("find({", code))
    if _COMPUTED.search(plain):
        return "it calls what is computed"
    unknown = next((name for name in _CALLED.findall(plain) if name not in _READS), None)
    return None if unknown is None else f"{unknown}() may change something"
