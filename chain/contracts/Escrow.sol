// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Operated} from "./Operated.sol";

/// @title Escrow: the terms of money that a bank keeps between two parties
/// @notice Records obligations; it never holds value. The money is a hold in the bank's ledger, in
/// minor units of its currency, and `payment` is the hash of the id of that ledger transaction.
/// The bank (an operator) writes what a party told it to do, and names that party as `actor`; each
/// act is open to one role, and nobody has two. An arbiter decides disputes and can move nothing;
/// the rules below bind the bank as much as the parties.
///
///   depositor:    deposit, release, dispute, refund when it is due
///   beneficiary:  dispute, refund at any time; release when it was ruled
///   arbiter:      rule (through the bank, or from an address of their own)
///
///   None --deposit--> Funded --release (before the deadline)--> Released
///                     Funded --refund (from the deadline on)--> Refunded
///                     Funded --dispute--> Disputed --rule--> RuledRelease --release--> Released
///                                                            RuledRefund --refund--> Refunded
///                                         Disputed --refund (deadline + ARBITRATION)--> Refunded
///
/// @dev No payable function and no call to another contract: there is nothing to re-enter.
contract Escrow is Operated {
    enum State {
        None,
        Funded,
        Disputed,
        RuledRelease,
        RuledRefund,
        Released,
        Refunded
    }

    struct Agreement {
        State state;
        /// Unix seconds: until then the bank may release, from then on it may refund.
        uint64 deadline;
        /// Minor units.
        uint64 amount;
        /// ISO 4217 letters.
        bytes3 currency;
        /// keccak256 of the id of a credential, or an address that acts by itself.
        bytes32 depositor;
        bytes32 beneficiary;
        bytes32 arbiter;
        /// keccak256 of the id of the ledger transaction that holds the money.
        bytes32 payment;
    }

    error WrongState(State state);
    error AlreadyExists();
    error DeadlineOutOfRange(uint64 deadline);
    error PaymentInUse(bytes32 payment);
    error PaymentMismatch(bytes32 expected);
    error AmountMismatch(uint64 expected, bytes3 currency);
    error DeadlinePassed(uint64 deadline);
    error TooEarly(uint64 allowedFrom);

    event Deposited(
        bytes32 indexed tenant,
        bytes32 indexed escrowId,
        bytes32 indexed payment,
        uint64 amount,
        bytes3 currency,
        uint64 deadline,
        bytes32 depositor,
        bytes32 beneficiary,
        bytes32 arbiter
    );
    event DisputeOpened(bytes32 indexed tenant, bytes32 indexed escrowId, bytes32 by);
    event Ruled(bytes32 indexed tenant, bytes32 indexed escrowId, bytes32 arbiter, bool toPayee);
    event Released(bytes32 indexed tenant, bytes32 indexed escrowId, bytes32 indexed payment);
    event Refunded(bytes32 indexed tenant, bytes32 indexed escrowId, bytes32 indexed payment);

    uint64 public constant LONGEST = 366 days;
    /// How long a disputed agreement waits for its arbiter after the deadline.
    uint64 public constant ARBITRATION = 7 days;

    mapping(bytes32 key => Agreement) private agreements;
    /// A hold backs one agreement only.
    mapping(bytes32 payment => bool) private backed;

    /// @notice Records that the ledger holds `amount` for the payee under these terms.
    function deposit(
        bytes32 tenant,
        bytes32 actor,
        bytes32 escrowId,
        bytes32 payment,
        uint64 amount,
        bytes3 currency,
        uint64 deadline,
        bytes32 beneficiary,
        bytes32 arbiter
    ) external onlyOperator {
        if (payment == 0) revert ZeroIdentifier();
        requireDistinct(actor, beneficiary, arbiter);
        if (amount == 0 || amount > MAX_AMOUNT) revert AmountOutOfRange(amount);
        requireCurrency(currency);
        if (deadline <= block.timestamp || deadline > block.timestamp + LONGEST) {
            revert DeadlineOutOfRange(deadline);
        }
        Agreement storage one = agreements[keyOf(tenant, escrowId)];
        if (one.state != State.None) revert AlreadyExists();
        if (backed[payment]) revert PaymentInUse(payment);
        backed[payment] = true;
        one.state = State.Funded;
        one.deadline = deadline;
        one.amount = amount;
        one.currency = currency;
        one.depositor = actor;
        one.beneficiary = beneficiary;
        one.arbiter = arbiter;
        one.payment = payment;
        emitDeposited(tenant, escrowId, one);
    }

    /// @notice A party objects: from now on only the arbiter's ruling or time decides.
    function dispute(bytes32 tenant, bytes32 actor, bytes32 escrowId) external onlyOperator {
        Agreement storage one = agreements[keyOf(tenant, escrowId)];
        if (one.state != State.Funded) revert WrongState(one.state);
        if (block.timestamp >= one.deadline) revert DeadlinePassed(one.deadline);
        requireParty(one, actor);
        one.state = State.Disputed;
        emit DisputeOpened(tenant, escrowId, actor);
    }

    /// @notice The arbiter decides a dispute; the bank has to carry the ruling out.
    function rule(bytes32 tenant, bytes32 actor, bytes32 escrowId, bool toPayee) external {
        Agreement storage one = agreements[keyOf(tenant, escrowId)];
        if (one.state != State.Disputed) revert WrongState(one.state);
        bytes32 caller = callerOf(actor);
        if (caller != one.arbiter) revert NotArbiter(caller);
        uint64 until = one.deadline + ARBITRATION;
        if (block.timestamp >= until) revert DeadlinePassed(until);
        one.state = toPayee ? State.RuledRelease : State.RuledRefund;
        emit Ruled(tenant, escrowId, caller, toPayee);
    }

    /// @notice The payee gets the money: the bank captures the hold once this is final.
    function release(
        bytes32 tenant,
        bytes32 actor,
        bytes32 escrowId,
        bytes32 payment,
        uint64 amount,
        bytes3 currency
    ) external onlyOperator {
        Agreement storage one = agreements[keyOf(tenant, escrowId)];
        if (one.state == State.Funded) {
            if (block.timestamp >= one.deadline) revert DeadlinePassed(one.deadline);
            if (actor != one.depositor) revert NotDepositor(actor);
        } else if (one.state != State.RuledRelease) {
            revert WrongState(one.state);
        } else {
            requireParty(one, actor);
        }
        requireTerms(one, payment, amount, currency);
        one.state = State.Released;
        emit Released(tenant, escrowId, payment);
    }

    /// @notice The payer gets the money back: the bank releases the hold once this is final.
    function refund(
        bytes32 tenant,
        bytes32 actor,
        bytes32 escrowId,
        bytes32 payment,
        uint64 amount,
        bytes3 currency
    ) external onlyOperator {
        Agreement storage one = agreements[keyOf(tenant, escrowId)];
        uint64 from = 0;
        if (one.state == State.Funded) from = one.deadline;
        else if (one.state == State.Disputed) from = one.deadline + ARBITRATION;
        else if (one.state != State.RuledRefund) revert WrongState(one.state);
        requireParty(one, actor);
        // The beneficiary gives up what is theirs whenever they like.
        if (block.timestamp < from && actor != one.beneficiary) revert TooEarly(from);
        requireTerms(one, payment, amount, currency);
        one.state = State.Refunded;
        emit Refunded(tenant, escrowId, payment);
    }

    /// @notice The terms of an agreement and where it stands; all zero when there is none.
    function agreement(bytes32 tenant, bytes32 escrowId) external view returns (Agreement memory) {
        return agreements[keyOf(tenant, escrowId)];
    }

    function emitDeposited(bytes32 tenant, bytes32 escrowId, Agreement storage one) private {
        emit Deposited(
            tenant,
            escrowId,
            one.payment,
            one.amount,
            one.currency,
            one.deadline,
            one.depositor,
            one.beneficiary,
            one.arbiter
        );
    }

    function requireParty(Agreement storage one, bytes32 actor) private view {
        if (actor != one.depositor && actor != one.beneficiary) revert NotParty(actor);
    }

    function requireTerms(
        Agreement storage one,
        bytes32 payment,
        uint64 amount,
        bytes3 currency
    ) private view {
        if (one.payment != payment) revert PaymentMismatch(one.payment);
        if (one.amount != amount || one.currency != currency) {
            revert AmountMismatch(one.amount, one.currency);
        }
    }
}
