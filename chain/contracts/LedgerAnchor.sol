// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Keeps the heads of one ledger's log: (size, root) pairs whose size strictly grows.
/// Whoever holds an inclusion proof can check it here, against a head that nobody can take back.
contract LedgerAnchor {
    struct Head {
        bytes32 root;
        uint64 anchoredAt;
        /// Size of the head before this one; 0 for the first.
        uint64 previous;
    }

    /// Which log is anchored here: a contract is never used for two.
    bytes32 public immutable logId;
    address public owner;
    /// Named by the owner; becomes the owner by accepting, so that a typing error loses nothing.
    address public nextOwner;
    mapping(address => bool) public isAnchorer;
    uint64 public latestSize;
    uint64 public count;
    mapping(uint64 => Head) private heads;

    event Anchored(uint64 indexed size, bytes32 indexed root, uint64 previous, address anchorer);
    event AnchorerChanged(address indexed account, bool allowed);
    event OwnerNamed(address indexed nextOwner);
    event OwnerChanged(address indexed owner);

    error NotOwner(address caller);
    error NotAnchorer(address caller);
    error NotNextOwner(address caller);
    error SizeMustGrow(uint64 latest, uint64 given);
    error RootMissing();
    error NotAnchored(uint64 size);

    constructor(bytes32 logId_) {
        logId = logId_;
        owner = msg.sender;
        isAnchorer[msg.sender] = true;
        emit OwnerChanged(msg.sender);
        emit AnchorerChanged(msg.sender, true);
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    function setAnchorer(address account, bool allowed) external onlyOwner {
        isAnchorer[account] = allowed;
        emit AnchorerChanged(account, allowed);
    }

    function nameOwner(address account) external onlyOwner {
        nextOwner = account;
        emit OwnerNamed(account);
    }

    function acceptOwnership() external {
        if (msg.sender != nextOwner) revert NotNextOwner(msg.sender);
        owner = msg.sender;
        nextOwner = address(0);
        emit OwnerChanged(msg.sender);
    }

    /// Anchors the head of the log. Sizes strictly grow, so no head is ever replaced.
    function anchor(uint64 size, bytes32 root) external {
        if (!isAnchorer[msg.sender]) revert NotAnchorer(msg.sender);
        uint64 previous = latestSize;
        if (size <= previous) revert SizeMustGrow(previous, size);
        if (root == bytes32(0)) revert RootMissing();
        heads[size] = Head(root, uint64(block.timestamp), previous);
        latestSize = size;
        count += 1;
        emit Anchored(size, root, previous, msg.sender);
    }

    /// The newest head; all zero before the first.
    function latest() external view returns (uint64 size, bytes32 root, uint64 anchoredAt) {
        size = latestSize;
        Head storage head = heads[size];
        return (size, head.root, head.anchoredAt);
    }

    /// The head of that size; reverts when none was anchored.
    function headAt(uint64 size) public view returns (Head memory head) {
        head = heads[size];
        if (head.root == bytes32(0)) revert NotAnchored(size);
    }

    /// True when the leaf is at that index of the log whose head has that size: the inclusion
    /// check of RFC 9162 section 2.1.3.2. `leafHash` is SHA-256(0x00 || leaf).
    function verifyInclusion(uint64 size, uint64 index, bytes32 leafHash, bytes32[] calldata path)
        external
        view
        returns (bool)
    {
        bytes32 root = headAt(size).root;
        if (index >= size) return false;
        uint64 fn = index;
        uint64 sn = size - 1;
        bytes32 hash = leafHash;
        for (uint256 i = 0; i < path.length; i++) {
            if (sn == 0) return false;
            if (fn & 1 == 1 || fn == sn) {
                hash = sha256(abi.encodePacked(bytes1(0x01), path[i], hash));
                while (fn & 1 == 0 && fn != 0) {
                    fn >>= 1;
                    sn >>= 1;
                }
            } else {
                hash = sha256(abi.encodePacked(bytes1(0x01), hash, path[i]));
            }
            fn >>= 1;
            sn >>= 1;
        }
        return sn == 0 && hash == root;
    }
}
