"""A second verifier of the log, written from docs/build/layer3.md and the RFCs alone, with the
standard library of Python. It walks through the tree in another way than packages/verify.

Reads the file of vectors that its argument names and prints the results as JSON."""

import base64
import functools
import hashlib
import json
import sys


def sha256(data):
    return hashlib.sha256(data).digest()


# Ed25519 (RFC 8032, section 5.1): verification only, in affine coordinates.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + t, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - t, -1, P)
    return x % P, y % P


def multiply(k, point):
    found = (0, 1)
    while k:
        if k & 1:
            found = add(found, point)
        point = add(point, point)
        k >>= 1
    return found


def decode_point(data):
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or y >= P:
        return None
    return (P - x if x & 1 != sign else x), y


BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


@functools.cache
def is_signature(key, message, signature):
    public, r = decode_point(key), decode_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    h = int.from_bytes(digest, "little") % ORDER
    return multiply(s, BASE) == add(r, multiply(h, public))


# The tree follows its definition in RFC 6962: k is the largest power of two below n.
def split(n):
    return 1 << ((n - 1).bit_length() - 1)


def node(left, right):
    return sha256(b"\x01" + left + right)


def root(leaves):
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return node(root(leaves[:k]), root(leaves[k:]))


def root_from_path(index, size, leaf, path):
    if size == 1:
        return leaf if not path else None
    if not path:
        return None
    k = split(size)
    inside, sibling = path[:-1], path[-1]
    if index < k:
        left = root_from_path(index, k, leaf, inside)
        return left and node(left, sibling)
    right = root_from_path(index - k, size - k, leaf, inside)
    return right and node(sibling, right)


def roots_from_proof(old, size, known, path):
    """Returns the roots of the first `old` leaves and of all leaves.

    `known` is the old root as long as the subtree contains all old leaves, and None otherwise."""
    if old == size:
        if known is not None:
            return (known, known) if not path else None
        return (path[0], path[0]) if len(path) == 1 else None
    if not path:
        return None
    k = split(size)
    inside, sibling = path[:-1], path[-1]
    if old <= k:
        found = roots_from_proof(old, k, known, inside)
        return found and (found[0], node(found[1], sibling))
    found = roots_from_proof(old - k, size - k, None, inside)
    return found and (node(sibling, found[0]), node(sibling, found[1]))


# RFC 8785 for the values that leaves contain: texts, integers, lists and objects.
def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def is_checkpoint(given, trusted):
    name, key_id, encoded = trusted.split("+", 2)
    key = base64.b64decode(encoded)
    text = given["note"].split("\n\n")[0] + "\n"
    lines = [
        given["origin"],
        str(given["treeSize"]),
        base64.b64encode(bytes.fromhex(given["rootHash"])).decode(),
        "id " + given["id"],
        "signed-at " + given["signedAt"],
        "previous " + (given["previous"] or "none"),
    ]
    signature = base64.b64decode(given["signature"])
    stamp = base64.b64encode(bytes.fromhex(given["keyId"]) + signature).decode()
    note = "\n".join(lines) + "\n\n\u2014 " + given["origin"] + " " + stamp + "\n"
    own_id = sha256(name.encode() + b"\n" + key)[:4].hex()
    return (
        given["note"] == note
        and (given["origin"], given["keyId"]) == (name, key_id)
        and own_id == key_id
        and key[0] == 1
        and is_signature(key[1:], text.encode(), signature)
    )


def is_leaf(leaf):
    """Returns the members of a leaf, or None when its text is not canonical or has another hash."""
    text = leaf["canonical"]
    content = json.loads(text)
    fits = canonical(content) == text and content["salt"] == leaf["salt"]
    return content if fits and sha256(b"\x00" + text.encode()).hex() == leaf["hash"] else None


def is_inclusion(proof, trusted):
    content = is_leaf(proof["leaf"])
    stated = (proof["transactionId"], proof["leafIndex"] + 1)
    if content is None or (content["transactionId"], content["ledgerSequence"]) != stated:
        return False
    return is_in_tree(proof["leaf"], proof["leafIndex"], proof, trusted)


def is_in_tree(leaf, index, given, trusted):
    size, checkpoint = given["treeSize"], given["checkpoint"]
    path = [bytes.fromhex(one) for one in given["auditPath"]]
    if size != checkpoint["treeSize"] or not 0 <= index < size:
        return False
    found = root_from_path(index, size, bytes.fromhex(leaf["hash"]), path)
    return found == bytes.fromhex(checkpoint["rootHash"]) and is_checkpoint(checkpoint, trusted)


def is_decision(shown, trusted):
    """Checks that the leaf has the hash of the facts, and that the decision shows these facts."""
    proof = shown["proof"]
    content, facts = is_leaf(proof["leaf"]), json.loads(proof["facts"])
    digest = sha256(proof["facts"].encode()).hex()
    stated = (shown["id"], digest, proof["leafIndex"])
    if content is None or shown["factsSha256"] != digest:
        return False
    if (content["decisionId"], content["factsSha256"], content["leafIndex"]) != stated:
        return False
    names = (
        "id",
        "kind",
        "outcome",
        "customerId",
        "accountId",
        "subject",
        "question",
        "decidedBy",
        "createdAt",
    )
    codes = lambda given: [(one["code"], one["figures"]) for one in given["reasons"]]
    same = all(shown[name] == facts[name] for name in names)
    if not same or codes(shown) != codes(facts):
        return False
    return is_in_tree(proof["leaf"], proof["leafIndex"], proof["inclusion"], trusted)


def is_consistent(proof, trusted):
    old, new = proof["from"], proof["to"]
    if not 0 < old["treeSize"] <= new["treeSize"]:
        return False
    expected = bytes.fromhex(old["rootHash"]), bytes.fromhex(new["rootHash"])
    path = [bytes.fromhex(one) for one in proof["path"]]
    found = roots_from_proof(old["treeSize"], new["treeSize"], expected[0], path)
    return found == expected and is_checkpoint(old, trusted) and is_checkpoint(new, trusted)


def is_valid(proof, trusted):
    checks = {
        "consistency_proof": is_consistent,
        "decision": is_decision,
        "proof": is_inclusion,
    }
    return checks[proof["object"]](proof, trusted)


with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
trusted = given["verifierKey"]
hashes = [sha256(b"\x00" + bytes.fromhex(one["leafBytes"])) for one in given["leaves"]]
print(
    json.dumps(
        {
            "leaves": [one["leafHash"] == h.hex() for one, h in zip(given["leaves"], hashes)],
            "roots": [root(hashes[: one["size"]]).hex() == one["root"] for one in given["roots"]],
            "checkpoints": [is_checkpoint(one, trusted) for one in given["checkpoints"]],
            "valid": [is_valid(one, trusted) for one in given["valid"]],
            "refused": [is_valid(one["proof"], trusted) for one in given["refused"]],
        }
    )
)
