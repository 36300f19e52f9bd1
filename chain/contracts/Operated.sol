// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// What the contracts of a bank share: who may write, and the form of keys and currencies.
/// The owner is a key that is kept apart; it names the operators (the bank's signing addresses),
/// so that a signing key can be replaced while agreements run.
abstract contract Operated {
    address public owner;
    /// Named by the owner; becomes the owner by accepting, so that a typing error loses nothing.
    address public nextOwner;
    mapping(address => bool) public isOperator;

    event OperatorChanged(address indexed account, bool allowed);
    event OwnerNamed(address indexed nextOwner);
    event OwnerChanged(address indexed owner);

    error NotOwner(address caller);
    error NotNextOwner(address caller);
    error NotOperator(address caller);
    error ZeroIdentifier();
    error AmountOutOfRange(uint64 amount);
    error CurrencyInvalid(bytes3 currency);
    error ZeroParty();
    error PartiesNotDistinct();
    error NotDepositor(bytes32 caller);
    error NotBeneficiary(bytes32 caller);
    error NotParty(bytes32 caller);
    error NotArbiter(bytes32 caller);

    /// The largest amount that the ledger can state: 2^53 - 1 minor units.
    uint64 public constant MAX_AMOUNT = 9_007_199_254_740_991;

    constructor() {
        owner = msg.sender;
        isOperator[msg.sender] = true;
        emit OwnerChanged(msg.sender);
        emit OperatorChanged(msg.sender, true);
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    modifier onlyOperator() {
        if (!isOperator[msg.sender]) revert NotOperator(msg.sender);
        _;
    }

    function setOperator(address account, bool allowed) external onlyOwner {
        isOperator[account] = allowed;
        emit OperatorChanged(account, allowed);
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

    /// Tenants choose their identifiers by themselves and never meet.
    function keyOf(bytes32 tenant, bytes32 id) internal pure returns (bytes32) {
        if (tenant == 0 || id == 0) revert ZeroIdentifier();
        return keccak256(abi.encode(tenant, id));
    }

    /// Who acts: the bank has checked the credential of `actor` and says who it is; everybody else
    /// is their own address, and nobody but an operator can speak for another.
    function callerOf(bytes32 actor) internal view returns (bytes32) {
        return isOperator[msg.sender] ? actor : bytes32(uint256(uint160(msg.sender)));
    }

    /// Nobody is two parties of one agreement.
    function requireDistinct(
        bytes32 depositor,
        bytes32 beneficiary,
        bytes32 arbiter
    ) internal pure {
        if (depositor == 0 || beneficiary == 0 || arbiter == 0) revert ZeroParty();
        if (depositor == beneficiary || depositor == arbiter || beneficiary == arbiter) {
            revert PartiesNotDistinct();
        }
    }

    function requireCurrency(bytes3 currency) internal pure {
        for (uint256 i = 0; i < 3; i++) {
            if (currency[i] < "A" || currency[i] > "Z") revert CurrencyInvalid(currency);
        }
    }
}
